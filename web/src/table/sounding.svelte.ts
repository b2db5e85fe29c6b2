/** The sounds of a table, where this browser's user wants them. */
import type { Felt } from "../api/schema";
import type { Moment } from "../felt/moment";
import { sound } from "../parts/sound";
import { habits } from "../parts/theme.svelte";
import { type Heard, heardOf, soundOf } from "./sounds";

export function soundTable(felt: () => Felt | undefined, moment: () => Moment | undefined): void {
  let before: Heard | null = null;
  $effect(() => {
    const [seen, now] = [felt(), moment()];
    if (seen === undefined || now === undefined) return;
    const heard = heardOf(seen, now);
    const which = before === null ? null : soundOf(before, heard);
    before = heard;
    if (which !== null && habits.sound) sound(which);
  });
}
