/** Follows the ballots and lots of a tournament: commitments, words, results. */
import { drawCommitment, type DrawContext, drawnBy, isDrawContext, isWords } from "../fair/draws";
import { type Data, same } from "./strict";

interface Open {
  context: DrawContext;
  commitment: string;
  words: string[];
  open: boolean;
}

export class Draws {
  /** Of the contexts of its draws. */
  expected: Record<string, string> = {};
  readonly #draws: Open[] = [];
  /** Commitments and secrets, of which none comes again. */
  readonly #values = new Set<string>();
  readonly #wrong: (sentence: string, when: boolean) => void;

  constructor(wrong: (sentence: string, when: boolean) => void) {
    this.#wrong = wrong;
  }

  #once(value: string): void {
    this.#wrong("its commitment or secret belongs to another draw, too", this.#values.has(value));
    this.#values.add(value);
  }

  #of(number: unknown): Open | undefined {
    return typeof number === "number" ? this.#draws[number - 1] : undefined;
  }

  committed(event: Data): void {
    const { context, commitment } = event["committed"] as { context: DrawContext; commitment: string };
    this.#wrong("this is no context of a draw", !isDrawContext({ ...context }));
    this.#wrong("draws are not counted from 1", context.draw !== this.#draws.length + 1);
    this.#wrong(`a ${context.kind} is still to be drawn`, this.#draws.some((one) => one.open && one.context.kind === context.kind));
    const other = Object.entries(this.expected).some(([name, value]) => (context as unknown as Record<string, unknown>)[name] !== value);
    this.#wrong("it is bound to another house or tournament", other);
    this.#once(commitment);
    this.#draws.push({ context, commitment, words: [], open: true });
  }

  added(event: Data, entered: boolean): void {
    const draw = this.#of(event["draw"]);
    this.#wrong("words for a draw that is not open", draw === undefined || !draw.open);
    this.#wrong("words of a person who has no entry", !entered);
    this.#wrong("these are no words", !isWords(event["words"]));
    draw?.words.push(event["words"]);
  }

  setAside(event: Data): void {
    const draw = this.#of(event["draw"]);
    this.#wrong("a draw is replaced that is not open", draw === undefined || !draw.open);
    if (draw !== undefined) draw.open = false;
  }

  /** A ballot or lot follows from what the house was committed to, and from all words. */
  async decided(result: Data, kind: string, names: readonly string[], order: readonly string[]): Promise<void> {
    this.#wrong(`it was drawn among ${names.join(", ")}`, !same(result["names"], names));
    this.#wrong("the result is not that of its seats", !same(result["order"], order));
    const [secret, draw] = [result["secret"] as string, this.#of(result["draw"])];
    let right: string[];
    if (result["rehearsed"]) {
      right = await drawnBy(secret, [], null, names);
      this.#wrong("it was drawn by a seed that somebody named", true);
    } else if (draw === undefined) {
      this.#wrong("it was drawn by a secret to which the house was not committed", true);
      return;
    } else {
      right = await drawnBy(secret, draw.words, draw.context, names);
      this.#wrong("this is not the secret that the house was committed to", (await drawCommitment(secret, draw.context)) !== draw.commitment);
      this.#wrong(`draw ${draw.context.draw} is no ${kind}`, draw.context.kind !== kind);
      this.#once(secret);
    }
    if (draw !== undefined) {
      this.#wrong(`draw ${draw.context.draw} was not open`, !draw.open);
      draw.open = false;
    }
    this.#wrong(`the draw gives ${right.join(", ")}`, !same(right, order));
  }
}
