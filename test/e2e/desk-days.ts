import { addDays } from "~/lib/editions/prague-time";
import { newestEdition } from "~editions/index";

const day = (index: number): string => addDays(newestEdition().competition.from, index);

/**
 * Dates of the demo whose statuses one journey changes and no other: journeys run side by side, and an undo is that of a day. The two of
 * the first day have rows of their own and leave the undo of the other alone.
 */
export const deskDays = {
	storedDesk: day(0),
	backgroundSync: day(0),
	threeAtTheDesk: day(1),
	queuedTaps: day(2),
	conflicts: day(4),
	/** That of the demo's clock: rows launch, and launches are taken back, on no other. */
	launching: day(5),
	randomLine: day(5),
	/** Ahead of it: after a day nobody draws and scratches. */
	grid: day(6),
	scratching: day(7),
} as const;
