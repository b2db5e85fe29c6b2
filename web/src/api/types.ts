/** The server's types by their names. */
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Amounts = Schemas["Amounts"];
export type Board = Schemas["Board"];
export type Box = Schemas["PrintedBox"];
export type BookForm = Schemas["BookForm"];
export type Card = Schemas["Card"];
export type ChipPile = Schemas["ChipPile"];
export type CommandForm = Schemas["CommandForm"];
export type Console = Schemas["Console"];
export type Counts = Schemas["Counts"];
export type DealerStep = Schemas["DealerStep"];
export type DerivedRoad = Schemas["DerivedRoad"];
export type Done = Schemas["Done"];
export type Felt = Schemas["Felt"];
export type CommandField = Schemas["CommandField"];
export type Hand = Schemas["Hand"];
export type Hands = Schemas["Hands"];
export type History = Schemas["History"];
export type LastCard = Schemas["LastCard"];
export type Layout = Schemas["Layout"];
export type Legal = Schemas["Legal"];
export type Mark = Schemas["Mark"];
export type PatronHere = Schemas["PatronHere"];
export type Payments = Schemas["Payments"];
export type PlacedBead = Schemas["PlacedBead"];
export type FormFault = Schemas["FormFault"];
export type FormField = Schemas["FormField"];
export type LogPage = Schemas["LogPage"];
export type LoggedRecord = Schemas["LoggedRecord"];
export type NoticeForm = Schemas["NoticeForm"];
export type Notices = Schemas["Notices"];
export type People = Schemas["People"];
export type Person = Schemas["Person"];
export type Preview = Schemas["Preview"];
export type Problem = Schemas["Problem"];
export type Purse = Schemas["Purse"];
export type Result = Schemas["Result"];
export type RoadCell = Schemas["RoadCell"];
export type Role = Schemas["Role"];
export type Removals = Schemas["Removals"];
export type Running = Schemas["Running"];
export type SeenAccount = Schemas["SeenAccount"];
export type SeenCard = Schemas["SeenCard"];
export type SeenClause = Schemas["SeenClause"];
export type SeenHand = Schemas["SeenHand"];
export type SeenOdds = Schemas["SeenOdds"];
export type SeenSwitch = Schemas["SeenSwitch"];
export type SettledLine = Schemas["SettledLine"];
export type SettledRound = Schemas["SettledRound"];
export type Sign = Schemas["Sign"];
export type SignLine = Schemas["SignLine"];
export type Spot = Schemas["Spot"];
export type StepChoice = Schemas["StepChoice"];
export type Story = Schemas["Story"];
export type Summary = Schemas["Summary"];
export type TableClock = Schemas["TableClock"];
export type Switches = Schemas["Switches"];
export type TableEntry = Schemas["TableEntry"];
export type Tables = Schemas["Tables"];
export type Trouble = Schemas["Trouble"];
export type WagerPayment = Schemas["WagerPayment"];
export type ToldRound = Schemas["ToldRound"];
export type ToldStep = Schemas["ToldStep"];
export type Verification = Schemas["Verification"];
export type Welcome = Schemas["Welcome"];

/** A command as it is sent: its name, and whatever it takes. */
export interface Command {
  do: string;
  [member: string]: unknown;
}
