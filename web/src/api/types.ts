/** The server's types by their names. */
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Amounts = Schemas["Amounts"];
export type Board = Schemas["Board"];
export type Box = Schemas["PrintedBox"];
export type Card = Schemas["Card"];
export type Counts = Schemas["Counts"];
export type DerivedRoad = Schemas["DerivedRoad"];
export type Done = Schemas["Done"];
export type Felt = Schemas["Felt"];
export type Hand = Schemas["Hand"];
export type Hands = Schemas["Hands"];
export type History = Schemas["History"];
export type Layout = Schemas["Layout"];
export type Legal = Schemas["Legal"];
export type Mark = Schemas["Mark"];
export type PlacedBead = Schemas["PlacedBead"];
export type Problem = Schemas["Problem"];
export type Purse = Schemas["Purse"];
export type Result = Schemas["Result"];
export type Role = Schemas["Role"];
export type RoadCell = Schemas["RoadCell"];
export type SeenAccount = Schemas["SeenAccount"];
export type SeenCard = Schemas["SeenCard"];
export type SeenClause = Schemas["SeenClause"];
export type SeenHand = Schemas["SeenHand"];
export type SettledLine = Schemas["SettledLine"];
export type SettledRound = Schemas["SettledRound"];
export type Spot = Schemas["Spot"];
export type Story = Schemas["Story"];
export type Summary = Schemas["Summary"];
export type TableClock = Schemas["TableClock"];
export type Tables = Schemas["Tables"];
export type Act = Schemas["Act"];
export type AskSort = Schemas["AskSort"];
export type Asks = Schemas["Asks"];
export type Condition = Schemas["Condition"];
export type ConditionsForm = Schemas["ConditionsForm"];
export type ConditionsForms = Schemas["ConditionsForms"];
export type ConditionsRead = Schemas["ConditionsRead"];
export type Hall = Schemas["Hall"];
export type Leader = Schemas["Leader"];
export type Leaders = Schemas["Leaders"];
export type OwnPlace = Schemas["OwnPlace"];
export type TableGlance = Schemas["TableGlance"];
export type TableRule = Schemas["TableRule"];
export type TournamentEntry = Schemas["TournamentEntry"];
export type Tournaments = Schemas["Tournaments"];
export type Welcome = Schemas["Welcome"];

/** A command as it is sent: its name, and whatever it takes. */
export interface Command {
  do: string;
  [member: string]: unknown;
}
