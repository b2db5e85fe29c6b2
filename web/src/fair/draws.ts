/** Ballots and lots: what the house committed to, the words of entrants, and the order that follows. */
import { type Bytes, hex, inParts, unhex, utf8 } from "./bytes";
import { canonical } from "./canonical";
import { hkdf, sha256 } from "./hashing";
import { shuffled } from "./shuffle";

export interface DrawContext {
  protocol: number;
  house: string;
  tournament: string;
  draw: number;
  kind: string;
}

export interface DrawProof {
  context: DrawContext;
  commitment: string;
  words: readonly { player: string; words: string }[];
  secret: string;
  names: readonly string[];
  order: readonly string[];
}

const DOMAIN = "puntobanco.draw.";
const CONTEXT = ["draw", "house", "kind", "protocol", "tournament"];
const PROOF = ["commitment", "context", "names", "order", "secret", "words"];
const HASH = /^[0-9a-f]{64}$/;
const LONGEST_NAME = 64;
const LONGEST_WORDS = 256;

function contextBytes({ protocol, house, tournament, draw, kind }: DrawContext): Bytes {
  return inParts(String(protocol), house, tournament, String(draw), kind);
}

export async function drawCommitment(secret: string, context: DrawContext): Promise<string> {
  return hex(await sha256(inParts(`${DOMAIN}commitment`, contextBytes(context), unhex(secret))));
}

/** A rehearsal has a seed in place of the secret, and no context. */
export async function drawKey(secret: string, words: readonly string[], context: DrawContext | null): Promise<Bytes> {
  const salt = await sha256(inParts(`${DOMAIN}words`, ...words));
  return hkdf(
    unhex(secret),
    salt,
    inParts(`${DOMAIN}order`, context === null ? new Uint8Array() : contextBytes(context)),
  );
}

export async function drawnBy(
  secret: string,
  words: readonly string[],
  context: DrawContext | null,
  names: readonly string[],
): Promise<string[]> {
  return shuffled(names, await drawKey(secret, words, context));
}

export function isWords(text: unknown): boolean {
  return typeof text === "string" && text !== "" && utf8(text).length <= LONGEST_WORDS;
}

export function isDrawContext(found: unknown): found is DrawContext {
  if (!hasOnly(found, CONTEXT)) return false;
  const named = [found["house"], found["tournament"]].every(
    (one) => typeof one === "string" && one !== "" && [...one].length <= LONGEST_NAME,
  );
  const counted = Number.isSafeInteger(found["draw"]) && (found["draw"] as number) >= 1;
  return named && counted && found["protocol"] === 1 && ["ballot", "lot"].includes(found["kind"] as string);
}

function isDraw(found: unknown): found is DrawProof {
  if (!hasOnly(found, PROOF) || !isDrawContext(found["context"])) return false;
  const hashes = [found["commitment"], found["secret"]].every((one) => typeof one === "string" && HASH.test(one));
  const named = [found["names"], found["order"]].every(
    (one) => Array.isArray(one) && one.every((name) => typeof name === "string"),
  );
  const words = found["words"];
  return (
    hashes &&
    named &&
    Array.isArray(words) &&
    words.every(
      (one: unknown) => hasOnly(one, ["player", "words"]) && typeof one["player"] === "string" && isWords(one["words"]),
    )
  );
}

function hasOnly(found: unknown, names: readonly string[]): found is Record<string, unknown> {
  return (
    typeof found === "object" &&
    found !== null &&
    !Array.isArray(found) &&
    Object.keys(found).sort().join() === names.join()
  );
}

/** What is wrong with one draw. */
export async function wrongWithDraw({
  context,
  commitment,
  words,
  secret,
  names,
  order,
}: DrawProof): Promise<string[]> {
  const found: string[] = [];
  if ((await drawCommitment(secret, context)) !== commitment)
    found.push(`draw ${context.draw}: this is not the secret that the house was committed to`);
  const right = await drawnBy(
    secret,
    words.map((one) => one.words),
    context,
    names,
  );
  if (canonical(right) !== canonical(order)) found.push(`draw ${context.draw}: secret and words give another order`);
  return found;
}

/** What is wrong with a file of draws, one a line. */
export async function wrongWithDraws(lines: readonly string[]): Promise<string[]> {
  const draws: DrawProof[] = [];
  const wrong: string[] = [];
  lines.forEach((line, at) => {
    const draw = drawIn(line);
    if (draw === null) wrong.push(`line ${at + 1} is no draw`);
    else draws.push(draw);
  });
  if (wrong.length > 0 || draws.length === 0) return wrong.length > 0 ? wrong : ["there is no draw in it"];
  for (const draw of draws) wrong.push(...(await wrongWithDraw(draw)));
  if (repeated(draws.map((one) => one.commitment))) wrong.push("two draws have the same commitment");
  if (repeated(draws.map((one) => one.secret))) wrong.push("two draws have the same secret");
  if (repeated(draws.map(({ context }) => canonical([context.house, context.tournament, context.draw]))))
    wrong.push("a draw is there twice");
  return wrong;
}

function repeated(values: readonly string[]): boolean {
  return new Set(values).size < values.length;
}

function drawIn(line: string): DrawProof | null {
  try {
    const found: unknown = JSON.parse(line);
    return isDraw(found) && canonical(found) === line ? found : null;
  } catch {
    return null;
  }
}
