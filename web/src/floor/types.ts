/** The server's types of the floor. */
import type { components } from "../api/schema";

type Schemas = components["schemas"];

export type Consequence = Schemas["Consequence"];
export type Floor = Schemas["Floor"];
export type FloorAlarm = Schemas["FloorAlarm"];
export type Rulings = Schemas["Rulings"];
export type Statement = Schemas["Statement"];
export type ToldLog = Schemas["ToldLog"];
export type ToldRecord = Schemas["ToldRecord"];
export type Waiting = Schemas["Waiting"];
