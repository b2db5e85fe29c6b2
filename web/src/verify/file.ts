/** A bundle in a file, read piece by piece, so that a page stays awake however long it is. */
import { Bundle } from "./bundle";
import { Unfit } from "./report";

const NEWLINE = 10;
const AWAKE_EVERY = 40;

export interface Progress {
  (read: number, of: number): void;
}

interface Line {
  text: string | null;
  complete: boolean;
  /** How many bytes are read by now. */
  read: number;
}

/** What somebody hands out, which may be neither a file nor UTF-8. */
export async function verified(
  content: Blob,
  vkey: string | null,
  progress: Progress = () => undefined,
): Promise<Bundle> {
  let [bundle, number, last]: [Bundle | null, number, number] = [null, 0, performance.now()];
  for await (const { text, complete, read } of linesOf(content)) {
    number += 1;
    if (bundle === null) bundle = await Bundle.begun(text ?? "", vkey);
    else await bundle.line(number, text, complete);
    if (performance.now() - last > AWAKE_EVERY) {
      progress(read, content.size);
      await new Promise((resolve) => setTimeout(resolve));
      last = performance.now();
    }
  }
  if (bundle === null) throw new Unfit("there is nothing in it");
  bundle.finish();
  progress(content.size, content.size);
  return bundle;
}

async function* linesOf(content: Blob): AsyncGenerator<Line> {
  const reader = content.stream().getReader();
  let [rest, read]: [Uint8Array[], number] = [[], 0];
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    let begin = 0;
    for (let end = piece.value.indexOf(NEWLINE); end >= 0; end = piece.value.indexOf(NEWLINE, begin)) {
      yield { text: decoded([...rest, piece.value.subarray(begin, end)]), complete: true, read: read + end };
      [rest, begin] = [[], end + 1];
    }
    rest.push(piece.value.subarray(begin));
    read += piece.value.length;
  }
  if (rest.some((one) => one.length > 0)) yield { text: decoded(rest), complete: false, read };
}

function decoded(parts: readonly Uint8Array[]): string | null {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    return parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
  } catch {
    return null;
  }
}
