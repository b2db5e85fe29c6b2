/** Questions to the server. What it declines comes back as a problem that says what to do. */
import { texts } from "../texts";
import type { Problem } from "./schema";

export const API = "/api/v1";

/** Milliseconds for an answer: a connection that leads nowhere gives none, ever. */
const LONGEST = 20_000;

export class Declined extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

/** Nobody answered: whether it was heard is not known. */
export class NoAnswer extends Error {}

/** Why there is no result, for people; what is no answer of a server's is a mistake of ours. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Declined) return error.problem;
  if (!(error instanceof NoAnswer)) throw error;
  return {
    type: "urn:puntobanco:no_answer",
    title: texts.noAnswer,
    status: 0,
    detail: texts.noAnswer,
    code: "no_answer",
    clause: null,
  };
}

type Hears = () => void;
let hears: Hears = () => undefined;

/** Who is told that the server knows nobody here any more: the session has ended, maybe in another tab. */
export function whenNobodyIsIn(act: Hears): void {
  hears = act;
}

/** Every problem that comes, whichever way. */
export function noteProblem({ status }: Problem): void {
  if (status === 401) hears();
}

export interface Asking {
  method?: "GET" | "POST" | "DELETE";
  body?: unknown;
  headers?: Record<string, string>;
  /** Milliseconds for an answer. */
  patience?: number;
}

export async function ask<T>(
  path: string,
  { method = "GET", body, headers = {}, patience = LONGEST }: Asking = {},
): Promise<T> {
  const answer = await heard(path, {
    method,
    headers: {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patience),
  });
  const said: unknown = await answer.json().catch(() => {
    throw new NoAnswer();
  });
  if (!answer.ok) {
    noteProblem(said as Problem);
    throw new Declined(said as Problem);
  }
  return said as T;
}

async function heard(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(API + path, { ...request, cache: "no-store" });
  } catch {
    throw new NoAnswer();
  }
}

export function segment(name: string): string {
  return encodeURIComponent(name);
}
