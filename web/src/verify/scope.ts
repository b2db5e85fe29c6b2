/** What a bundle is about: which streams belong to it, and which of them it holds whole. */
import { require } from "./report";
import { type Data, hasExactly, isObject, isWhole, jsonIn } from "./strict-json";

export interface Header {
  house: string;
  vkey: string;
  size: number;
  scope: Data;
}

const HEADER = ["bundle", "house", "vkey", "scope", "size"];
const NAMES: Record<string, readonly string[]> = {
  house: [],
  table: ["table"],
  shoe: ["table", "shoe"],
  patron: ["patron"],
  tournament: ["tournament"],
};
const WHOLE: Record<string, readonly string[]> = {
  table: ["table/", "shoes/"],
  tournament: ["tournament/"],
  patron: ["cage/"],
};
const OWN: Record<string, readonly string[]> = { ...WHOLE, shoe: ["table/", "shoes/"] };
const BESIDE: Record<string, readonly string[]> = { table: ["cage", "vault"], patron: ["table", "tournament"] };

export function headerIn(line: string): Header {
  const header = jsonIn(line);
  require(isObject(header) && hasExactly(header, HEADER) && header["bundle"] === "bundle.1", "not a bundle");
  const scope: unknown = header["scope"];
  require(isObject(scope) && Object.hasOwn(NAMES, String(scope["of"])), "no scope that is known");
  const names = NAMES[scope["of"] as string] ?? [];
  require(hasExactly(scope, ["of", ...names]), "not the members of the scope");
  const texts = [
    header["house"],
    header["vkey"],
    ...names.filter((one) => one !== "shoe").map((one) => scope[one] as unknown),
  ];
  require(texts.every((one) => typeof one === "string"), "house, key and names are texts");
  require(isWhole(header["size"], 1) && isWhole(scope["shoe"] ?? 1, 1), "sizes and shoes are whole numbers from 1");
  return header as unknown as Header;
}

export class Scope {
  readonly of: string;
  readonly isWhole: boolean;
  readonly #name: string;

  constructor(scope: Data) {
    this.of = scope["of"] as string;
    this.isWhole = this.of === "house";
    this.#name = (scope[this.of === "shoe" ? "table" : this.of] as string | undefined) ?? "";
  }

  /** The stream that a bundle of a part cannot be without. */
  get main(): string {
    return this.isWhole ? "" : (OWN[this.of]?.[0] ?? "") + this.#name;
  }

  /** Whether all records of a stream up to the checkpoint should be in the bundle. */
  holdsWhole(stream: string): boolean {
    return this.isWhole || (WHOLE[this.of] ?? []).some((start) => stream === start + this.#name);
  }

  /** Whether records of a stream belong into a bundle of this scope. */
  isAbout(stream: string): boolean {
    const sort = stream.split("/", 1)[0] ?? "";
    return (
      this.isWhole ||
      BESIDE[this.of]?.includes(sort) === true ||
      (OWN[this.of] ?? []).some((start) => stream === start + this.#name)
    );
  }
}
