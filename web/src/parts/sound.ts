/** Short tones, for whoever has switched them on: a card, the close, a result. */

interface Tone {
  /** In hertz. */
  pitch: number;
  /** Seconds after the first one. */
  after: number;
  lasts: number;
}

const TONES = {
  card: [{ pitch: 880, after: 0, lasts: 0.05 }],
  close: [
    { pitch: 440, after: 0, lasts: 0.12 },
    { pitch: 330, after: 0.13, lasts: 0.16 },
  ],
  result: [
    { pitch: 523, after: 0, lasts: 0.12 },
    { pitch: 659, after: 0.12, lasts: 0.12 },
    { pitch: 784, after: 0.24, lasts: 0.2 },
  ],
} as const satisfies Record<string, readonly Tone[]>;

export type Sound = keyof typeof TONES;

const LOUD = 0.08;
let context: AudioContext | null = null;

/** A browser lets nothing sound before somebody has touched the page: until then it is silent, and late tones are left out. */
export function sound(which: Sound): void {
  if (!("AudioContext" in globalThis)) return;
  context ??= new AudioContext();
  const here = context;
  if (here.state === "running") for (const tone of TONES[which]) play(here, tone);
  else void here.resume().catch(() => undefined);
}

function play(here: AudioContext, { pitch, after, lasts }: Tone): void {
  const [begins, ends] = [here.currentTime + after, here.currentTime + after + lasts];
  const [voice, loudness] = [here.createOscillator(), here.createGain()];
  voice.frequency.value = pitch;
  loudness.gain.setValueAtTime(LOUD, begins);
  loudness.gain.exponentialRampToValueAtTime(0.0001, ends);
  voice.connect(loudness).connect(here.destination);
  voice.start(begins);
  voice.stop(ends);
}
