/** Clauses of the book that somebody asks about. */
import { ask, problemOf, segment } from "../api/ask";
import type { SeenClause } from "../api/schema";
import { texts } from "../texts";

export interface Asked {
  book: string;
  clause: string;
  /** The sum that it is about, where there is one. */
  sum: string | null;
  found: SeenClause | null;
  /** Why there is nothing to read. */
  missing: string | null;
}

class Clauses {
  asked = $state.raw<Asked | null>(null);

  async open(book: string, said: string, sum: string | null = null): Promise<void> {
    const clause = withoutBook(book, said);
    const asked: Asked = { book, clause, sum, found: null, missing: null };
    this.asked = asked;
    const found = await look(book, clause);
    if (this.asked === asked)
      this.asked = typeof found === "string" ? { ...asked, missing: found } : { ...asked, found };
  }

  close(): void {
    this.asked = null;
  }
}

/** Clauses of the house itself are in no book; whatever else keeps one back is no reason to say so. */
async function look(book: string, clause: string): Promise<SeenClause | string> {
  try {
    return await ask<SeenClause>(`/books/${segment(book)}/clauses/${segment(clause)}`);
  } catch (error) {
    const { status, detail } = problemOf(error);
    return status === 404 ? texts.clauseUnknown : detail;
  }
}

/** A refusal cites book and clause, an event the clause alone. */
export function withoutBook(book: string, said: string): string {
  return said.startsWith(`${book} `) ? said.slice(book.length + 1) : said;
}

/** `8.8, 8.9` are two of them. */
export function each(book: string, said: string): string[] {
  return said.split(", ").map((one) => withoutBook(book, one));
}

export const clauses = new Clauses();
