/** The ballots and lots of a tournament: commitments, words, and the orders that follow from them. */
import { drawCommitment, type DrawContext, drawnBy, isDrawContext, isWords } from "../fair/draws";
import type { Report } from "./report";
import { StreamCheck } from "./stream-check";
import { type Data, same } from "./strict-json";

interface Draw {
  context: DrawContext;
  commitment: string;
  words: string[];
  open: boolean;
}

export class BallotCheck extends StreamCheck {
  readonly #draws: Draw[] = [];
  /** Commitments and secrets: none is used twice. */
  readonly #values = new Set<string>();
  /** Of the entrants, who are drawn in the order of their registration. */
  readonly #numbers = new Map<string, number>();
  #stage = 0;
  /** Whether the ballot of the stage is drawn, and its first session has not started. */
  #isDrawn = false;

  protected override readonly handlers = {
    entry_registered: (event: Data): void => this.#enter(event),
    seat_went_to_reserve: (event: Data): void => this.#enter(event),
    player_substituted: (event: Data): void => this.#substitute(event["player"], event["substitute"]),
    draw_committed: (event: Data): void => this.#commit(event["committed"].context, event["committed"].commitment),
    words_added: (event: Data): void => this.#addWords(event),
    draw_set_aside: (event: Data): void => this.#setDrawAside(event),
    ballot_set_aside: (event: Data): void => this.#setBallotAside(event),
    ballot_drawn: (event: Data): Promise<void> => this.#drawBallot(event),
    play_off_started: (event: Data): Promise<void> => this.#drawSeats(event),
    lot_drawn: (event: Data): Promise<void> =>
      this.#decide(event["result"], "lot", [...event["go_on"], ...event["stay"]]),
    session_started: (): void => void (this.#isDrawn = false),
    tournament_cancelled: (): void => void (this.#isDrawn = false),
    stage_closed: (event: Data): void => void (this.#stage += event["over"] ? 0 : 1),
  };

  constructor(
    report: Report,
    whole: boolean,
    private readonly house: string,
    private readonly tournament: string,
  ) {
    super(report, whole);
  }

  #wrong(sentence: string, when = true): void {
    this.report.wrong("fairness", sentence, when && this.whole);
  }

  #once(value: string): void {
    this.#wrong("its commitment or secret belongs to another draw, too", this.#values.has(value));
    this.#values.add(value);
  }

  #of(number: unknown): Draw | undefined {
    return typeof number === "number" ? this.#draws[number - 1] : undefined;
  }

  #enter(event: Data): void {
    this.#numbers.set(event["player"], event["number"]);
  }

  #substitute(player: string, substitute: string): void {
    const number = this.#numbers.get(player);
    if (number === undefined) return;
    this.#numbers.set(substitute, number);
    this.#numbers.delete(player);
  }

  #commit(context: DrawContext, commitment: string): void {
    this.#wrong("this is no context of a draw", !isDrawContext({ ...context }));
    this.#wrong("draws are not counted from 1", context.draw !== this.#draws.length + 1);
    this.#wrong(
      `a ${context.kind} is still to be drawn`,
      this.#draws.some((draw) => draw.open && draw.context.kind === context.kind),
    );
    this.#wrong(
      "it is bound to another house or tournament",
      context.house !== this.house || context.tournament !== this.tournament,
    );
    this.#once(commitment);
    this.#draws.push({ context, commitment, words: [], open: true });
  }

  #addWords(event: Data): void {
    const draw = this.#of(event["draw"]);
    this.#wrong("words for a draw that is not open", draw === undefined || !draw.open);
    this.#wrong("words of a person who has no entry", !this.#numbers.has(event["player"]));
    this.#wrong("these are no words", !isWords(event["words"]));
    draw?.words.push(event["words"]);
  }

  #setDrawAside(event: Data): void {
    const draw = this.#of(event["draw"]);
    this.#wrong("a draw is replaced that is not open", draw === undefined || !draw.open);
    if (draw !== undefined) draw.open = false;
  }

  #setBallotAside(event: Data): void {
    this.#wrong("a ballot is drawn again that was not drawn", !this.#isDrawn || event["stage"] !== this.#stage);
    this.#isDrawn = false;
  }

  async #drawBallot(event: Data): Promise<void> {
    await this.#decide(event["result"], "ballot", playersOf(event["seats"]));
    this.#isDrawn = true;
  }

  /** The seats of a play-off across tables are drawn; of one at a table they stay. */
  async #drawSeats(event: Data): Promise<void> {
    if (event["result"] !== null) await this.#decide(event["result"], "lot", playersOf(event["seats"]));
  }

  /** The order follows from the secret that the house was committed to, and from all words. */
  async #decide(result: Data, kind: string, order: readonly string[]): Promise<void> {
    const names = [...order].sort((one, other) => (this.#numbers.get(one) ?? 0) - (this.#numbers.get(other) ?? 0));
    this.#wrong(`it was drawn among ${names.join(", ")}`, !same(result["names"], names));
    this.#wrong("the result is not that of its seats", !same(result["order"], order));
    const [secret, draw] = [result["secret"] as string, this.#of(result["draw"])];
    this.report.count("ballots and lots");
    const right = result["rehearsed"]
      ? await this.#rehearsed(secret, names)
      : await this.#committed(secret, draw, kind, names);
    if (draw !== undefined) {
      this.#wrong(`draw ${draw.context.draw} was not open`, !draw.open);
      draw.open = false;
    }
    if (right !== null) this.#wrong(`the draw gives ${right.join(", ")}`, !same(right, order));
  }

  #rehearsed(seed: string, names: readonly string[]): Promise<string[]> {
    this.#wrong("it was drawn by a seed that somebody named");
    return drawnBy(seed, [], null, names);
  }

  async #committed(
    secret: string,
    draw: Draw | undefined,
    kind: string,
    names: readonly string[],
  ): Promise<string[] | null> {
    if (draw === undefined) {
      this.#wrong("it was drawn by a secret to which the house was not committed");
      return null;
    }
    const { context, words, commitment } = draw;
    this.#wrong(
      "this is not the secret that the house was committed to",
      (await drawCommitment(secret, context)) !== commitment,
    );
    this.#wrong(`draw ${context.draw} is no ${kind}`, context.kind !== kind);
    this.#once(secret);
    return drawnBy(secret, words, context, names);
  }
}

function playersOf(seats: readonly Data[]): string[] {
  return seats.map((seat) => seat["player"]);
}
