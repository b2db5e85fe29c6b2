import { describe, expect, it } from "vitest";
import { Declined } from "../api/ask";
import type { Consequence, Done, Form, Option } from "../api/schema";
import { Ruling } from "./ruling.svelte";

const FORM: Form = {
  kind: "void_round",
  title: "Void round",
  about: "",
  table: null,
  says: "",
  sets: {},
  fields: [
    {
      name: "reason",
      label: "",
      sort: "text",
      required: true,
      options: [],
      usual: "",
      least: null,
      most: null,
      more: false,
    },
  ],
};
const consequence = (number: number, text: string): Consequence => ({
  stream: "table/1",
  number,
  takes_two: false,
  sentences: [{ text, clause: "1" }],
  moves: [],
});
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

function at(...answers: Consequence[]): {
  ruling: Ruling;
  given: [string, object][];
  goesOn: () => void;
  previews: (() => void)[];
} {
  const [given, previews]: [[string, object][], (() => void)[]] = [[], []];
  let goneOn = 0;
  const ruling = new Ruling(
    "1",
    FORM,
    {},
    {
      preview: () => new Promise((resolve) => previews.push(() => resolve(answers.shift() as Consequence))),
      forms: () => Promise.resolve([]),
      give: (path, command) => {
        if (goneOn-- > 0)
          return Promise.reject(
            new Declined({ type: "", title: "", status: 409, detail: "", code: "gone_on", clause: null }),
          );
        given.push([path, command]);
        return Promise.resolve({} as Done);
      },
    },
  );
  return { ruling, given, previews, goesOn: () => (goneOn = 1) };
}

/** It was shown and is confirmed, and the table has gone on; what is given is the answer to come. */
async function confirming(
  ruling: Ruling,
  previews: (() => void)[],
  goesOn: () => void,
): Promise<{ said: Promise<string | null> }> {
  ruling.fill("reason", "fraud");
  const shows = ruling.show();
  previews[0]?.();
  await shows;
  goesOn();
  return { said: ruling.confirm() };
}

describe("a ruling", () => {
  it("shows nothing of what was filled in before", async () => {
    const { ruling, given, previews } = at(consequence(4, "round 3 is void"));
    ruling.fill("reason", "fraud");
    void ruling.show();
    ruling.fill("reason", "a mistake");
    previews[0]?.();
    await settled();
    expect([ruling.ready, ruling.shown]).toEqual([false, null]);
    expect(await ruling.confirm()).toBeNull();
    expect(given).toEqual([]);
  });

  it("is carried out as it was shown, or looked at again", async () => {
    const { ruling, given, previews, goesOn } = at(consequence(4, "ann gets $5"), consequence(6, "ann gets $9"));
    const { said } = await confirming(ruling, previews, goesOn);
    await settled();
    previews[1]?.();
    expect([await said, given, ruling.hasChanged]).toEqual([null, [], true]);
    await ruling.confirm();
    expect(given).toEqual([["/tables/1/commands?expected=6", { do: "void_round", reason: "fraud" }]]);
  });

  it("that is changed while the table goes on is not carried out", async () => {
    const { ruling, given, previews, goesOn } = at(consequence(4, "ann gets $5"), consequence(6, "ann gets $9"));
    const { said } = await confirming(ruling, previews, goesOn);
    ruling.fill("reason", "a mistake");
    await settled();
    previews[1]?.();
    expect([await said, given, ruling.ready]).toEqual([null, [], false]);
  });
});

describe("a ruling on something old", () => {
  const option = (round: number, patron: string): Option => ({
    text: `Round ${round}, ${patron}`,
    sets: { round, patron },
    least: null,
    most: null,
  });
  const form = (usual: string, ...options: Option[]): Form => {
    const [reason] = FORM.fields;
    if (reason === undefined) throw new Error("a form asks why");
    return {
      ...FORM,
      kind: "void_wager",
      fields: [{ ...reason, name: "wager", sort: "choice", options, usual, more: true }, reason],
    };
  };
  const rounds: Record<number, Form> = {
    2: form("", option(2, "ann"), option(2, "bob")),
    3: form("Round 3, bob", option(3, "bob")),
    4: form(""),
  };

  function at(shown: Consequence = consequence(9, "it is void")): { ruling: Ruling; asked: object[] } {
    const asked: object[] = [];
    const preview = (_: string, command: object): Promise<Consequence> => (asked.push(command), Promise.resolve(shown));
    const forms = (_: string, round: number): Promise<Form[]> => Promise.resolve([FORM, rounds[round] ?? form("")]);
    return {
      ruling: new Ruling(
        "1",
        form("", option(80, "ann")),
        {},
        { preview, forms, give: () => Promise.resolve({} as Done) },
      ),
      asked,
    };
  }

  it("finds it by its round, and keeps what was written", async () => {
    const { ruling, asked } = at();
    ruling.fill("wager", "Round 80, ann");
    ruling.fill("reason", "late");
    await ruling.find(2);
    expect(ruling.filled).toEqual({ wager: "", reason: "late" });
    await ruling.show();
    expect([asked, ruling.wrong]).toEqual([[], { wager: "Fill this in." }]);
    ruling.fill("wager", "Round 2, bob");
    await ruling.show();
    expect(asked).toEqual([{ do: "void_wager", round: 2, patron: "bob", reason: "late" }]);
  });

  it("has chosen what is certain", async () => {
    const { ruling } = at();
    await ruling.find(3);
    expect(ruling.filled["wager"]).toBe("Round 3, bob");
  });

  it("says that a round has nothing", async () => {
    const { ruling } = at();
    await ruling.find(4);
    expect(ruling.wrong).toEqual({ wager: "Round 4 has nothing that can be ruled on." });
    await ruling.find(3);
    expect(ruling.wrong).toEqual({});
  });

  it("shows nothing of what was looked at before", async () => {
    const { ruling } = at();
    ruling.fill("wager", "Round 80, ann");
    ruling.fill("reason", "late");
    await ruling.show();
    expect(ruling.ready).toBe(true);
    await ruling.find(3);
    expect([ruling.ready, ruling.shown]).toEqual([false, null]);
  });
});
