import { z } from "zod";
import { waited } from "~/lib/days/statuses/status-schema";
import {
	choiceOf,
	idField,
	optionalLine,
	optionalWholeNumber,
	requiredLine,
	wholeNumber,
} from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import { gridOrders, mostRows, widestRow } from "./grid-order";

/** Most launches of one pilot on one day, the first and the relights. */
const mostLaunches = 20;
/** Most pilots of a row: a class may stand in one row. */
const mostPilots = 200;

/**
 * `launches` is the number of launches after the tap, `seen` the number before it. `seen` is absent in the form without scripts,
 * which is sent at once. `at` is the time of a launch that comes back after it was taken back, in milliseconds.
 */
export const launchTapSchema = z.object({
	day: idField,
	pilot: idField,
	launches: wholeNumber(0, mostLaunches),
	seen: optionalWholeNumber(0, mostLaunches).optional(),
	at: z.coerce.number().int().positive().optional(),
	waited,
});

export const classLaunchSchema = z.object({ day: idField, class: idField, waited });

/** `undo` is the time of an earlier launch, in milliseconds. */
export const undoLaunchSchema = classLaunchSchema.extend({
	undo: z.coerce
		.number()
		.int()
		.transform((at) => new Date(at)),
});

/** Launches several pilots at once. It names the pilots of the button's row, so that an order drawn meanwhile launches nobody else. */
export const rowLaunchSchema = classLaunchSchema.extend({
	pilots: requiredLine(mostPilots * 40).transform((text) => text.split(" ").slice(0, mostPilots)),
});

/** `version` is that of the order on the page; null when there was no order. */
export const drawSchema = z.object({
	day: idField,
	class: idField,
	order: choiceOf(gridOrders),
	width: wholeNumber(1, widestRow),
	rows: optionalWholeNumber(0, mostRows),
	version: optionalWholeNumber(0, 999_999),
});

export const scratchSchema = z.object({
	day: idField,
	pilot: idField,
	reason: requiredLine(limits.reason),
});

/** Ids of the day and of the entry. */
export const pilotOnDaySchema = z.object({ day: idField, pilot: idField });

/** The remark stands in the field `reason`. An empty one removes the remark. */
export const remarkSchema = pilotOnDaySchema.extend({ reason: optionalLine(limits.reason) });
