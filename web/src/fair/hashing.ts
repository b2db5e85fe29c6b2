/** SHA-256, HMAC and HKDF by the browser's own cryptography. */
import { type Bytes, joined } from "./bytes";

export type Mac = (message: Bytes) => Promise<Bytes>;

const SHA = { name: "HMAC", hash: "SHA-256" };

/** A browser has no cryptography for pages that came over an open line from another machine. */
export function canHash(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

export async function sha256(data: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", data));
}

export async function macWith(key: Bytes): Promise<Mac> {
  const imported = await crypto.subtle.importKey("raw", key, SHA, false, ["sign"]);
  return async (message) => new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

/** RFC 5869 for 32 bytes, which is one block; without a salt it is zeros. */
export async function hkdf(secret: Bytes, salt: Bytes | null, info: Bytes): Promise<Bytes> {
  const extracted = await (await macWith(salt ?? new Uint8Array(32)))(secret);
  return (await macWith(extracted))(joined(info, new Uint8Array([1])));
}
