/** Bytes and their spellings. */
export type Bytes = Uint8Array<ArrayBuffer>;

const ENCODER = new TextEncoder();
const HEX = /^([0-9a-f]{2})*$/;

export function utf8(text: string): Bytes {
  return ENCODER.encode(text);
}

export function hex(bytes: Bytes): string {
  let text = "";
  for (const one of bytes) text += one.toString(16).padStart(2, "0");
  return text;
}

export function unhex(text: string): Bytes {
  if (!HEX.test(text)) throw new RangeError("not lower-case hexadecimal");
  const bytes = new Uint8Array(text.length / 2);
  for (let place = 0; place < bytes.length; place += 1)
    bytes[place] = Number.parseInt(text.slice(2 * place, 2 * place + 2), 16);
  return bytes;
}

export function joined(...parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}

/** A number in so many bytes, the greatest first. */
export function counted(number: number, size: 4 | 8): Bytes {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  if (size === 4) view.setUint32(0, number);
  else view.setBigUint64(0, BigInt(number));
  return bytes;
}

/** The parts one after the other, each with its length before it: there is one reading only. */
export function inParts(...parts: readonly (Bytes | string)[]): Bytes {
  return joined(
    ...parts.flatMap((part) => {
      const bytes = typeof part === "string" ? utf8(part) : part;
      return [counted(bytes.length, 4), bytes];
    }),
  );
}
