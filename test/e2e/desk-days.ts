import { addDays } from "~/lib/editions/prague-time";
import { newestEdition } from "~editions/index";

const day = (index: number): string => addDays(newestEdition.competition.from, index);

/**
 * Dates of the demo whose statuses one journey changes and no other: journeys run side by side, and an undo is that of a day. The two of
 * the first day have rows of their own and leave the undo of the other alone.
 */
export const deskDays = {
	storedDesk: day(0),
	backgroundSync: day(0),
	threeAtTheDesk: day(1),
	queuedTaps: day(2),
	grid: day(3),
	conflicts: day(4),
	randomLine: day(5),
	scratching: day(7),
} as const;
