/** Texts of the second factor that somebody sets up. */
export const accountTexts = {
  factorTitle: "Your second factor",
  factorWhy: "Whoever works here proves it with a code of a telephone, too. Set it up once; until then nothing else is open to you.",
  begin: "Set it up",
  onTelephone: "On the telephone with your code program, open the link, or write the key into the program.",
  openIt: "Open in a code program",
  key: "Key",
  firstCode: "The six digits that it shows now",
  confirm: "Take it into use",
  inUse: "Your second factor is in use.",
  recovery: "Recovery codes",
  recoveryHint: "Write them down and keep them apart from the telephone. Each stands in for a code, once. They are not shown again.",
  kept: "I have kept them",
};
