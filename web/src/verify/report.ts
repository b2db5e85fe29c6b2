/** What is wrong with a bundle, and what could not be checked. */
export interface Finding {
  position: number | null;
  stream: string;
  number: number | null;
  sort: string;
  sentence: string;
  /** Where it is somewhere from `position` to here. */
  last: number | null;
}

/** Something is not as the format has it. */
export class Unfit extends Error {}

export function require(holds: boolean, why: string): asserts holds {
  if (!holds) throw new Unfit(why);
}

export class Report {
  readonly findings: Finding[] = [];
  readonly notChecked = new Set<string>();
  readonly checked = new Map<string, number>();
  position: number | null = null;
  stream = "";
  number: number | null = null;

  at(position: number | null, stream: string, number: number | null): void {
    [this.position, this.stream, this.number] = [position, stream, number];
  }

  wrong(sort: string, sentence: string, when = true): void {
    if (when)
      this.findings.push({
        position: this.position,
        stream: this.stream,
        number: this.number,
        sort,
        sentence,
        last: null,
      });
  }

  wrongBetween(position: number, last: number, sentence: string): void {
    this.findings.push({ position, stream: "", number: null, sort: "tree", sentence, last });
  }

  skip(what: string): void {
    this.notChecked.add(what);
  }

  count(what: string): void {
    this.checked.set(what, (this.checked.get(what) ?? 0) + 1);
  }
}
