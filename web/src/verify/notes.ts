/** Keys and signed checkpoints: the C2SP formats "signed note" and "tlog-checkpoint", with Ed25519. */
import { type Bytes, hex, joined, utf8 } from "../fair/bytes";
import { sha256 } from "../fair/hashing";
import { require, Unfit } from "./report";

export interface Key {
  origin: string;
  id: string;
  /** None where this browser cannot check such signatures. */
  verifies: ((signature: Bytes, message: Bytes) => Promise<boolean>) | null;
}

export interface Checkpoint {
  size: number;
  root: string;
}

const ED25519 = { name: "Ed25519" };
const A_SIGNATURE = 64;

export function base64In(text: string): Bytes {
  let decoded: string;
  try {
    decoded = atob(text);
  } catch {
    throw new Unfit("not base64");
  }
  require(btoa(decoded) === text, "not base64 in its one spelling");
  return Uint8Array.from(decoded, (letter) => letter.charCodeAt(0));
}

export async function keyIn(vkey: string): Promise<Key> {
  const [origin, id, encoded] = splitKey(vkey.trim());
  const typed = base64In(encoded);
  require(typed.length === 33 && typed[0] === 1, "not the public key of an Ed25519 signature");
  const expected = hex((await sha256(joined(utf8(`${origin}\n`), typed))).slice(0, 4));
  require(id === expected, "the id of the verifier key is not that of its key");
  return { origin, id, verifies: await verifierOf(typed.slice(1)) };
}

function splitKey(vkey: string): [string, string, string] {
  const [first, second] = [vkey.indexOf("+"), vkey.indexOf("+", vkey.indexOf("+") + 1)];
  require(first >= 0 && second >= 0, "a verifier key is ORIGIN+ID+KEY");
  return [vkey.slice(0, first), vkey.slice(first + 1, second), vkey.slice(second + 1)];
}

async function verifierOf(raw: Bytes): Promise<Key["verifies"]> {
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey("raw", raw, ED25519, false, ["verify"]);
  } catch (error) {
    if ((error as Error).name === "NotSupportedError") return null;
    return () => Promise.resolve(false); // no point of the curve
  }
  return (signature, message) => crypto.subtle.verify(ED25519, key, signature, message);
}

/** The checkpoint in a note, if this key signed it; signatures of others, such as witnesses, are passed over. */
export async function checkpointIn(note: unknown, key: Key): Promise<Checkpoint> {
  require(typeof note === "string", "not a signed note");
  const gap = note.indexOf("\n\n");
  require(gap >= 0 && note.endsWith("\n"), "not a signed note");
  const [text, signatures] = [note.slice(0, gap), note.slice(gap + 2)];
  const lines = text.split("\n");
  require(signatures.endsWith("\n") &&
    lines.length > 3 &&
    lines[0] === key.origin, `not a checkpoint of ${key.origin}`);
  require(/^(0|[1-9][0-9]{0,15})$/.test(lines[1] ?? ""), "no size");
  require(lines.slice(3).some((line) => /^time [0-9]{1,16}$/.test(line)), "no time");
  const root = base64In(lines[2] ?? "");
  require(root.length === 32, "no root");
  await requireSignature(signatures, utf8(`${text}\n`), key);
  return { size: Number(lines[1]), root: hex(root) };
}

async function requireSignature(signatures: string, message: Bytes, key: Key): Promise<void> {
  const start = `\u2014 ${key.origin} `;
  const own = signatures
    .split("\n")
    .filter((line) => line.startsWith(start))
    .map((line) => base64In(line.slice(start.length)));
  const signed = own.filter((one) => hex(one.slice(0, 4)) === key.id).map((one) => one.slice(4));
  require(signed.some((one) => one.length === A_SIGNATURE), "not signed by the house's key");
  const { verifies } = key;
  if (verifies === null) return;
  const right = await Promise.all(signed.map((one) => verifies(one, message)));
  require(right.includes(true), "not signed by the house's key");
}
