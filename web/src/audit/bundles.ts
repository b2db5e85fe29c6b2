/** The bundles that an auditor takes away: what each is of, and where it is; nowhere until all is filled in. */
import { segment } from "../api/ask";
import { auditTexts as texts } from "../texts/audit";

export interface Wanted {
  table: string;
  /** A field for a number is empty as undefined or null. */
  shoe: number | null | undefined;
  patron: string;
  tournament: string;
}

export interface Bundle {
  what: string;
  path: string;
}

export function bundlesOf({ table, shoe, patron, tournament }: Wanted): {
  house: Bundle;
  table: Bundle;
  shoe: Bundle;
  patron: Bundle;
  tournament: Bundle;
} {
  const ofTable = at("tables", table);
  const number = Number.isInteger(shoe) && Number(shoe) > 0 ? String(shoe) : "";
  return {
    house: { what: texts.bundleHouse, path: "house" },
    table: { what: `${texts.bundleTable}: ${table}`, path: ofTable },
    shoe: {
      what: `${texts.bundleShoe}: ${table} ${number}`,
      path: ofTable === "" || number === "" ? "" : `${ofTable}/shoes/${number}`,
    },
    patron: { what: `${texts.bundlePatron}: ${patron.trim()}`, path: at("patrons", patron.trim()) },
    tournament: { what: `${texts.bundleTournament}: ${tournament}`, path: at("tournaments", tournament) },
  };
}

function at(kind: string, name: string): string {
  return name === "" ? "" : `${kind}/${segment(name)}`;
}
