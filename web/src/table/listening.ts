/** The keyboard at a table; who does not like single keys switches them off. */
import { onMount } from "svelte";
import type { Felt } from "../api/schema";
import { isSingleKey, keysOf } from "./keys";
import { areaAmong, comingOff, fitting, spotKey } from "./slip";
import type { SlipDesk } from "./slipdesk.svelte";

export interface Listening {
  felt: () => Felt | undefined;
  desk: () => SlipDesk;
  chip: () => number;
  betting: () => boolean;
  choose: (chip: number) => void;
  help: () => void;
}

export function listenForKeys(at: Listening): void {
  onMount(() => {
    const heard = (event: KeyboardEvent): void => {
      const felt = at.felt();
      if (felt !== undefined && isSingleKey(event) && !event.repeat) press(at, felt, event); // a key that is held down is one chip
    };
    addEventListener("keydown", heard);
    return () => removeEventListener("keydown", heard);
  });
}

function press(at: Listening, felt: Felt, event: KeyboardEvent): void {
  const key = event.key.toUpperCase();
  const chip = felt.layout.chips[Number(key) - 1];
  if (key === "?") at.help();
  else if (chip !== undefined) at.choose(chip);
  else if (at.betting()) bet(at, felt, key, event.shiftKey);
}

function bet(at: Listening, felt: Felt, key: string, less: boolean): void {
  const desk = at.desk();
  const all: Record<string, () => void> = {
    U: () => desk.undo(),
    C: () => desk.clear(),
    R: () => desk.rebet(),
    D: () => desk.double(),
  };
  const wager = [...keysOf(felt.layout.boxes)].find(([, letter]) => letter === key)?.[0];
  const area = areaAmong(felt.spots, desk.area);
  const spot = felt.spots.find((one) => one.area === area && one.wager === wager);
  if (spot === undefined) all[key]?.();
  else if (less) desk.take(spotKey(spot), comingOff(felt.legal, spot, at.chip()));
  else desk.put(spotKey(spot), fitting(spot.more, at.chip()));
}
