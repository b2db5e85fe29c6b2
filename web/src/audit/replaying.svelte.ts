/** A round that is replayed: which one, its steps, and where the scrubber stands. It stays when another section is looked at. */
import { ask, segment } from "../api/ask";
import type { ToldRound, ToldStep } from "../api/schema";
import { Looking } from "../parts/looking.svelte";
import { auditTexts as texts } from "../texts/audit";

const TOURNAMENT = "tournament/";

/** A step that there is, however far somebody goes. */
export function within(step: number, steps: number): number {
  return Math.max(0, Math.min(steps - 1, step));
}

/** A table of a stage as it is chosen: each stage has a table of the same name. */
export function choiceOf({ stage, table }: { stage?: number | undefined; table: string }): string {
  return stage === undefined ? table : `${stage}/${table}`;
}

/** Where the rounds of a table are told. */
export function pathTo(tournament: string, choice: string): string {
  if (tournament === "") return `/audit/tables/${segment(choice)}`;
  const [stage = "", ...table] = choice.split("/");
  return `/audit/tournaments/${segment(tournament)}/stages/${stage}/tables/${segment(table.join("/"))}`;
}

/** Where the rounds of a stream's records are told. */
function pathToStream(stream: string): string {
  const name = segment(stream.slice(stream.indexOf("/") + 1));
  return stream.startsWith(TOURNAMENT) ? `/audit/tournaments/${name}` : `/audit/tables/${name}`;
}

type Asks = (path: string) => Promise<ToldRound>;

export class Replaying {
  /** What is asked for next; what is shown has a table of its own. */
  tournament = $state("");
  /** A table of the house, or of the tournament as it is chosen. */
  table = $state("");
  round = $state("");
  readonly looking = new Looking<{ path: string; told: ToldRound }>();
  #step = $state(0);

  constructor(private readonly asks: Asks = ask) {}

  get told(): ToldRound | null {
    return this.looking.found?.told ?? null;
  }
  /** Whose round is shown. */
  get shownTable(): string {
    const { tournament, stage, table } = this.told ?? { table: "" };
    return tournament === undefined || stage === undefined ? table : texts.tableOf(tournament, stage, table);
  }
  get steps(): readonly ToldStep[] {
    return this.told?.records ?? [];
  }
  get now(): ToldStep | null {
    return this.steps[this.#step] ?? null;
  }
  get step(): number {
    return this.#step;
  }
  set step(step: number) {
    this.#step = within(step, this.steps.length);
  }

  show(): Promise<void> {
    return this.#look(`${pathTo(this.tournament, this.table)}/rounds/${segment(this.round.trim())}`, null);
  }

  /** The round in which a record was written, at that record. */
  showRecord(stream: string, record: number): Promise<void> {
    return this.#look(`${pathToStream(stream)}/records/${record}/round`, record);
  }

  async #look(path: string, record: number | null): Promise<void> {
    this.looking.forget();
    await this.looking.at(async () => ({ path, told: await this.asks(`${path}?replay=true`) }));
    if (this.looking.found?.path === path) this.#begin(this.looking.found.told, record);
  }

  #begin(told: ToldRound, record: number | null): void {
    [this.tournament, this.table, this.round] = [told.tournament ?? "", choiceOf(told), String(told.round)];
    this.step = record === null ? 0 : this.steps.findIndex((one) => one.number === record);
  }
}

export const replaying = new Replaying();
