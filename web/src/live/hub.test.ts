import { describe, expect, it } from "vitest";
import { Declined } from "../api/ask";
import type { Felt } from "../api/schema";
import { backoff } from "./backoff";
import { Hub } from "./hub";
import type { Source } from "./line";
import type { Page, ToPage } from "./messages";

class Wire implements Source {
  readyState = 1;
  onerror: ((event: Event) => void) | null = null;
  readonly #heard = new Map<string, (event: MessageEvent<string>) => void>();

  constructor(readonly address: string) {}
  addEventListener(kind: string, heard: (event: MessageEvent<string>) => void): void {
    this.#heard.set(kind, heard);
  }
  close(): void {
    this.readyState = 2;
  }
  say(kind: string, data: unknown, lastEventId = ""): void {
    this.#heard.get(kind)?.({ data: JSON.stringify(data), lastEventId } as MessageEvent<string>);
  }
  breaks(): void {
    this.onerror?.({} as Event);
  }
}

const calm = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

function house() {
  const wires: Wire[] = [];
  const waiting: (() => void)[] = [];
  const asked: string[] = [];
  let number = 0;
  let never = false;
  const forbidden = new Set<string>();
  const hub = new Hub(
    {
      open: (address) => (wires.push(new Wire(address)), wires.at(-1) as Wire),
      later: (_, act) => (waiting.push(act), () => waiting.splice(waiting.indexOf(act), 1)),
    },
    (table) => {
      asked.push(table);
      if (forbidden.has(table))
        return Promise.reject(
          new Declined({ type: "", title: "", status: 403, detail: "", code: "no_role", clause: null }),
        );
      return never
        ? new Promise(() => undefined)
        : Promise.resolve({ person: "ann", table: { number: (number += 1) } } as Felt);
    },
  );
  return { hub, wires, waiting, asked, forbidden, last: () => wires.at(-1) as Wire, slow: () => (never = true) };
}

function page(): Page & { told: ToPage[] } {
  const told: ToPage[] = [];
  return { told, tell: (message) => told.push(message) };
}

const at = (...tables: string[]) => ({ kind: "wish" as const, wish: { tables, board: false } });

describe("the one live connection", () => {
  it("follows fair shoes for those who want them, and hands on their acts", async () => {
    const { hub, asked, last } = house();
    const [patron, other] = [page(), page()];
    hub.add(patron);
    hub.heard(patron, { kind: "wish", wish: { tables: ["1"], board: false, shoes: ["1"] } });
    hub.add(other);
    hub.heard(other, at("1"));
    await calm();
    const before = asked.length;
    expect(last().address).toContain("tables=1&shoes=1");
    last().say("view", { stream: "shoes/1", number: 4, shoes: 1 });
    last().say("record", { stream: "shoes/1", number: 5, events: [{ act: "wagers_began.1" }] });
    await calm();
    expect(patron.told.filter((one) => one.kind === "acts")).toEqual([
      { kind: "acts", table: "1", number: 4, acts: null },
      { kind: "acts", table: "1", number: 5, acts: [{ act: "wagers_began.1" }] },
    ]);
    expect(other.told.filter((one) => one.kind === "acts")).toEqual([]);
    expect(asked.length).toBe(before); // the felt has not changed by it
  });

  it("is one however many pages there are, and each is told", async () => {
    const { hub, wires, last } = house();
    const pages = Array.from({ length: 10 }, page);
    for (const one of pages) {
      hub.add(one);
      hub.heard(one, at("1"));
    }
    await calm();
    expect(wires.length).toBe(1);
    last().say("record", { stream: "table/1" });
    await calm();
    for (const one of pages) expect(one.told.some((message) => message.kind === "felt")).toBe(true);
  });

  it("marks commas within names", async () => {
    const { hub, last } = house();
    hub.heard(page(), at("Salon, upper"));
    hub.heard(page(), at("a\\b"));
    await calm();
    expect(last().address).toBe(
      `/api/v1/live?tables=${encodeURIComponent("Salon\\, upper")},${encodeURIComponent("a\\\\b")}`,
    );
  });

  it("follows what all pages want, and no more once they are gone", async () => {
    const { hub, last, wires } = house();
    const [one, other] = [page(), page()];
    hub.heard(one, at("b"));
    hub.heard(other, at("a"));
    await calm();
    expect(last().address).toBe("/api/v1/live?tables=a,b");
    hub.remove(one);
    expect(last().address).toBe("/api/v1/live?tables=a");
    hub.remove(other);
    expect(wires.every((wire) => wire.readyState === 2)).toBe(true);
  });

  it("carries what the server lets it: who comes when it is full is told so, and comes when another goes", async () => {
    const { hub, last } = house();
    const pages = Array.from({ length: 17 }, page);
    pages.forEach((one, place) =>
      hub.heard(one, { kind: "wish", wish: { tables: [`t${place}`], board: false, shoes: [`t${place}`] } }),
    );
    await calm();
    expect(last().address.match(/t\d+/g)?.length).toBe(32);
    expect(pages.map((one) => one.told.some((message) => message.kind === "declined"))).toEqual([
      ...Array<boolean>(16).fill(false),
      true,
    ]);
    hub.heard(page(), at("t3"));
    hub.remove(pages[0] as Page);
    await calm();
    expect(pages[16]?.told.at(-1)).toMatchObject({ kind: "felt", table: "t16" });
    expect(last().address).toContain("shoes=t1,t10,t11,t12,t13,t14,t15,t16,t2");
  });

  it("tells of a tournament that something happened there, to whoever wants to hear that, and asks for nothing", async () => {
    const { hub, last, wires, asked } = house();
    const [floor, other] = [page(), page()];
    hub.heard(floor, { kind: "wish", wish: { tables: [], board: false, heard: ["cup", "bowl"] } });
    hub.heard(other, at());
    expect([wires.length, last().address]).toEqual([1, "/api/v1/live?tournaments=bowl,cup"]);
    last().say("record", { stream: "tournament/cup", number: 7 });
    await calm();
    expect([floor.told.at(-1), asked.length]).toEqual([{ kind: "heard", tournament: "cup", number: 7 }, 0]);
    expect(other.told.some((one) => one.kind === "heard")).toBe(false);
  });

  it("follows nothing that one page may not see: the others would be cut off with it", async () => {
    const { hub, last, wires, waiting, forbidden } = house();
    const [allowed, curious] = [page(), page()];
    forbidden.add("secret");
    hub.heard(allowed, at("1"));
    await calm();
    hub.heard(curious, { kind: "wish", wish: { tables: ["secret"], board: false, shoes: ["secret"] } });
    await calm();
    expect([wires.length, last().address]).toEqual([1, "/api/v1/live?tables=1"]);
    expect(curious.told.at(-1)).toMatchObject({ kind: "declined", table: "secret" });
    forbidden.clear();
    waiting.at(-1)?.();
    await calm();
    expect(last().address).toBe("/api/v1/live?tables=1,secret&shoes=secret");
    forbidden.add("1");
    last().say("record", { stream: "table/1" });
    await calm();
    expect(last().address).toBe("/api/v1/live?tables=secret&shoes=secret");
  });

  it("forgets the tables of whoever was there before: they are told anew with each connection", () => {
    const { hub, last, wires, waiting } = house();
    const board = page();
    hub.heard(board, { kind: "wish", wish: { tables: [], board: true } });
    last().say("summary", { stream: "table/1" });
    last().say("summary", { stream: "table/staff only" });
    expect(board.told.filter((one) => one.kind === "summaries")).toEqual([]);
    last().say("ready", {});
    last().breaks();
    waiting.at(-1)?.();
    expect(wires.length).toBe(2);
    last().say("summary", { stream: "table/1" });
    last().say("ready", {});
    expect(board.told.at(-1)).toEqual({ kind: "summaries", summaries: [{ stream: "table/1" }], whole: true });
    const late = page();
    hub.heard(late, { kind: "wish", wish: { tables: [], board: true } });
    expect(late.told.at(-1)).toEqual({ kind: "summaries", summaries: [{ stream: "table/1" }], whole: true });
    last().say("summary", { stream: "table/2" });
    expect(late.told.at(-1)).toEqual({ kind: "summaries", summaries: [{ stream: "table/2" }], whole: false });
  });

  it("asks once for a table however much happens while it waits", async () => {
    const { hub, asked, last } = house();
    hub.heard(page(), at("1"));
    await calm();
    const before = asked.length;
    for (let turn = 0; turn < 50; turn += 1) last().say("record", { stream: "table/1" });
    await calm();
    expect(asked.length - before).toBe(2);
  });

  it("is opened again after a loss with its cursor, and says so", async () => {
    const { hub, wires, waiting, last } = house();
    const one = page();
    hub.heard(one, at("1"));
    await calm();
    last().say("record", { stream: "table/1" }, "table/1=12.ab");
    last().breaks();
    expect(one.told.at(-1)).toEqual({ kind: "line", open: false });
    expect(wires.length).toBe(1);
    waiting.shift()?.();
    expect(last().address).toBe("/api/v1/live?tables=1&after=table%2F1%3D12.ab");
    last().say("ready", {});
    expect(one.told.some((message) => message.kind === "line" && message.open)).toBe(true);
  });

  it("does not wait when the machine has woken up", async () => {
    const { hub, wires, waiting } = house();
    hub.heard(page(), at("1"));
    await calm();
    wires[0]?.breaks();
    expect(waiting.length).toBe(1);
    hub.heard(page(), { kind: "wake", slept: false });
    expect([wires.length, waiting.length]).toEqual([2, 1]);
    expect(wires[1]?.readyState).toBe(1);
  });

  it("trusts no connection after a sleep, and asks afresh though an answer is still awaited", async () => {
    const { hub, wires, last, slow, asked } = house();
    hub.heard(page(), at("1"));
    await calm();
    last().say("record", { stream: "table/1" }, "table/1=12.ab");
    slow();
    last().say("record", { stream: "table/1" }, "table/1=13.ab");
    const before = asked.length;
    hub.heard(page(), { kind: "wake", slept: true });
    expect([wires[0]?.readyState, last().address]).toEqual([2, "/api/v1/live?tables=1&after=table%2F1%3D13.ab"]);
    expect(asked.length).toBe(before + 1);
  });

  it("is given up when nothing was heard for long, beats included", async () => {
    const { hub, wires, waiting, last } = house();
    const one = page();
    hub.heard(one, at("1"));
    await calm();
    const first = waiting[0];
    last().say("beat", {});
    expect([waiting.length, waiting[0] === first]).toEqual([1, false]);
    waiting.shift()?.();
    expect(one.told.at(-1)).toEqual({ kind: "line", open: false });
    waiting.shift()?.();
    expect(wires.length).toBe(2);
  });

  it("hears nothing from a connection that it has given up", async () => {
    const { hub, wires, asked } = house();
    const one = page();
    hub.heard(one, at("1"));
    await calm();
    hub.heard(one, at("2"));
    await calm();
    const before = asked.length;
    wires[0]?.say("record", { stream: "table/2" });
    await calm();
    expect(asked.length).toBe(before);
  });
});

describe("waiting", () => {
  it("is longer each time, never the same for all, and has an end", () => {
    expect([1, 2, 3].map((tried) => backoff(tried, () => 0))).toEqual([250, 500, 1000]);
    expect(backoff(1, () => 1)).toBe(500);
    expect(backoff(30, () => 1)).toBe(8000);
  });
});
