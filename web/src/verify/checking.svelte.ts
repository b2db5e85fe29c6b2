/** What the page knows of the file that it was given. */
import { wrongWithDraws } from "../fair/draws";
import { canHash } from "../fair/hashing";
import { wrongWith } from "../fair/history";
import { verifyTexts } from "../texts/verify";
import { verified } from "./file";
import { type Finding, Unfit } from "./report";

export interface Outcome {
  house: string;
  about: string;
  size: number | null;
  findings: readonly Finding[];
  checked: readonly [what: string, count: number][];
  notChecked: readonly string[];
  /** By the house's key as somebody has it from elsewhere, or only by the one that the file itself brings along. */
  signatures: "checked" | "by its own key" | "unchecked" | "none";
}

const BEGINS = '{"act"';
const DRAWS_BEGIN = '{"commitment"';

export class Checking {
  name = $state("");
  percent = $state<number | null>(null);
  problem = $state(canHash() ? "" : verifyTexts.noCrypto);
  outcome = $state.raw<Outcome | null>(null);
  #last = 0;
  #file: File | null = null;
  #key = "";

  /** Whether a file waits for a check by the key that was written since. */
  get waits(): boolean {
    return this.#file !== null && this.percent === null && this.outcome === null && this.problem === "";
  }

  /** What was found by another key is not said of this one. */
  written(vkey: string): void {
    if (this.#file === null || vkey.trim() === this.#key) return;
    this.#last += 1;
    [this.#key, this.percent, this.problem, this.outcome] = [vkey.trim(), null, "", null];
  }

  /** The file that was given last, by a key that was written after it. */
  async again(vkey: string): Promise<void> {
    this.written(vkey);
    if (this.#file !== null && this.waits) await this.check(this.#file, vkey);
  }

  /** Of two files that are chosen one after the other the second one counts. */
  async check(file: File, vkey: string): Promise<void> {
    const turn = ++this.#last;
    [this.#file, this.#key] = [file, vkey.trim()];
    [this.name, this.percent, this.problem, this.outcome] = [file.name, 0, "", null];
    const found = await this.#checked(file, vkey.trim() === "" ? null : vkey, turn).catch((error: unknown) => {
      if (!(error instanceof Unfit)) reportError(error);
      if (turn === this.#last) this.problem = verifyTexts.unreadable(error instanceof Error ? error.message : "");
      return null;
    });
    if (turn === this.#last) [this.percent, this.outcome] = [null, found];
  }

  async #checked(file: File, vkey: string | null, turn: number): Promise<Outcome> {
    if ((await file.slice(0, BEGINS.length).text()) === BEGINS) return ofActs(await file.text());
    if ((await file.slice(0, DRAWS_BEGIN.length).text()) === DRAWS_BEGIN) return ofDraws(await file.text());
    const bundle = await verified(file, vkey, (read, of) => {
      if (turn === this.#last) this.percent = Math.floor((100 * read) / Math.max(of, 1));
    });
    const { report, header } = bundle;
    return {
      house: header.house,
      about: verifyTexts.scope(header.scope),
      size: header.size,
      findings: report.findings,
      checked: [...report.checked],
      notChecked: [...report.notChecked],
      signatures: !bundle.signaturesAreChecked ? "unchecked" : vkey === null ? "by its own key" : "checked",
    };
  }
}

/** Ballots and lots with their results, one a line. */
async function ofDraws(text: string): Promise<Outcome> {
  const lines = text.replace(/\n$/, "").split("\n");
  const wrong = await wrongWithDraws(lines);
  return {
    house: "",
    about: verifyTexts.draws,
    size: null,
    findings: wrong.map((sentence) => ({
      position: null,
      stream: verifyTexts.draws,
      number: null,
      sort: "fairness",
      sentence,
      last: null,
    })),
    checked: [["draws", lines.length]],
    notChecked: [verifyTexts.whatOnlyDraws],
    signatures: "none",
  };
}

/** Lines of acts, as a patron keeps them. */
async function ofActs(text: string): Promise<Outcome> {
  const lines = text.replace(/\n$/, "").split("\n");
  const wrong = await wrongWith(lines);
  return {
    house: "",
    about: verifyTexts.acts,
    size: null,
    findings: wrong.map(({ act, sentence }) => ({
      position: null,
      stream: verifyTexts.act(act),
      number: null,
      sort: "fairness",
      sentence,
      last: null,
    })),
    checked: [["acts", lines.length]],
    notChecked: [verifyTexts.whatOnlyActs],
    signatures: "none",
  };
}
