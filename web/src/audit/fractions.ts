/** Exact fractions of the server for reading. */

/** `0.458597`; digits enough to be told apart. */
export function decimal(fraction: string, places = 6): string {
  const [over, under] = fraction.split("/").map(BigInt);
  if (over === undefined || under === undefined || under === 0n) return fraction;
  const scaled = (10n ** BigInt(places) * (over < 0n ? -over : over) * 2n + under) / (2n * under);
  const digits = scaled.toString().padStart(places + 1, "0");
  return `${over < 0n && scaled > 0n ? "−" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** `1.0579%` */
export function percent(share: number): string {
  return `${(100 * share).toFixed(4)}%`.replace("-", "−");
}

/** `+0.0123`: which way it goes is never only a colour. */
export function signed(value: number): string {
  const said = Math.abs(value).toFixed(4);
  return Number(said) === 0 ? said : `${value < 0 ? "−" : "+"}${said}`;
}
