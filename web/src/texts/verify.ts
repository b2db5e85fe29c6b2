/** Texts of the page that verifies a bundle. */
const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

type Scope = Readonly<Record<string, string | number>>;

const SCOPES: Record<string, (scope: Scope) => string> = {
  house: () => "the whole house",
  table: ({ table }) => `table ${table}`,
  shoe: ({ table, shoe }) => `shoe ${shoe} of table ${table}`,
  patron: ({ patron }) => `patron ${patron}`,
  tournament: ({ tournament }) => `tournament ${tournament}`,
};

export const verifyTexts = {
  title: "Check a bundle",
  whatItDoes:
    "A bundle is what a house hands out of its log. This page checks it without asking the house, or anybody: it works from your disk, and nothing leaves this machine.",
  lawElsewhere:
    "It checks what you can check alone: the chain of records, checkpoints and their proofs, fair shoes, ballots and lots. Law, money and tournaments are checked by verifier/verify_bundle.py, a Python program that is independent of the house, and by the house's own audit.",
  choose: "Choose a bundle",
  orDrop: "or drop the file here",
  key: "The house's key, if you have it from elsewhere",
  keyHint: "It begins with puntobanco/. Without it, the key in the bundle is believed.",
  reading: (percent: number): string => `Reading: ${percent}%`,
  waiting: "No file yet.",
  keyWritten: "Enter checks it by this key.",
  noCrypto: "This browser has no cryptography for this page. Save it to your disk, and open it from there.",
  unreadable: (why: string): string => `This cannot be read as a bundle: ${why}.`,
  right: "Everything that was checked is right",
  wrong: (count: number): string => `${plural(count, "reason", "reasons")} not to trust it`,
  signatureUnchecked:
    "Signature not checked: this browser knows no Ed25519. Whoever made the file may have made all of it.",
  signatureByOwnKey:
    "The signatures are right by the key that the file itself brings along: whoever made the file may have made that key. Give the house's own.",
  signatureChecked: "The signatures of the checkpoints are right by the key that you gave.",
  house: "House",
  about: "About",
  log: "Log",
  records: (size: number): string => plural(size, "record", "records"),
  scope: (scope: Scope): string => SCOPES[scope["of"] ?? ""]?.(scope) ?? "",
  acts: "acts of fair shoes that somebody holds",
  draws: "ballots and lots",
  checked: "Checked",
  findings: "What is wrong",
  more: (count: number): string => `and ${plural(count, "more", "more")}`,
  notChecked: "Not checked",
  where: (position: number | null, last: number | null, stream: string, number: number | null): string =>
    [
      position === null ? "" : `record ${position}${last === null ? "" : ` to ${last}`}`,
      stream,
      number === null ? "" : String(number),
    ]
      .filter((one) => one !== "")
      .join(" "),
  act: (act: number): string => (act === 0 ? "acts" : `act ${act}`),
  whatOnlyDraws:
    "that the house published its commitments before words could be added: the log of the tournament shows that",
  whatOnlyActs:
    "that these cards were dealt where they say, and that wagers began when they say: the acts are checked, not the table",
};
