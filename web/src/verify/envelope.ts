/** A record as the format writes it, and the stream that it is in. */
import { require } from "./report";
import { type Data, isHash, isObject, isWhole, jsonIn, strictly } from "./strict-json";

const ENVELOPE = [
  "record",
  "stream",
  "number",
  "time",
  "id",
  "approved_by",
  "sibling",
  "previous",
  "depends_on",
  "decided_by",
  "command",
  "events",
];
const ROLES = ["patron", "dealer", "supervisor", "operator", "auditor"];
/** The sorts of streams, and what their records are called. */
export const WRITTEN: Readonly<Record<string, string>> = {
  table: "table_record.1",
  tournament: "tournament_record.1",
  shoes: "fair_shoe_record.1",
  house: "house_record.1",
  cage: "account_record.1",
  vault: "account_record.1",
};

export function sortAndName(stream: string): [string, string] {
  const slash = stream.indexOf("/");
  const [sort, name] = slash < 0 ? [stream, ""] : [stream.slice(0, slash), stream.slice(slash + 1)];
  const alone = sort === "house" || sort === "vault";
  require(Object.hasOwn(WRITTEN, sort) &&
    slash >= 0 === (name !== "") &&
    (name !== "") !== alone, `no stream ${stream}`);
  return [sort, name];
}

export function recordIn(body: string): Data {
  const record = jsonIn(body);
  require(JSON.stringify(record) === body && isObject(record), "not a record as the format writes it");
  require(Object.keys(record).join() === ENVELOPE.join(), "not a record as the format writes it");
  require(isEnvelope(strictly(record)), "the members around the events are not as the format has them");
  return strictly(record);
}

/** Whether the members around the events of a record have the right types. */
function isEnvelope(record: Data): boolean {
  const { sibling, command, approved_by: approved } = record;
  const numbers = [record["number"], record["time"], record["decided_by"], sibling === null ? 0 : sibling["number"]];
  const texts = [record["id"], command["do"], sibling === null ? "" : sibling["stream"]];
  const people = [command["actor"], ...(approved === null ? [] : [approved])];
  const right = numbers.every((one) => isWhole(one, 0)) && texts.every((one) => typeof one === "string");
  const bound =
    isHash(record["previous"]) && Array.isArray(record["depends_on"]) && record["depends_on"].every(isDependency);
  return right && bound && people.every(isPerson) && Array.isArray(record["events"]) && record["events"].length > 0;
}

function isDependency(value: unknown): boolean {
  if (!isObject(value) || Object.keys(value).join() !== "stream,number,hash") return false;
  return typeof value["stream"] === "string" && isWhole(value["number"], 0) && isHash(value["hash"]);
}

function isPerson(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.keys(value).join() === "person,role" &&
    typeof value["person"] === "string" &&
    ROLES.includes(value["role"])
  );
}
