import { z } from "zod";
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

/** Launches of one pilot on one day, the first and relights. */
const mostLaunches = 20;
/** A class in one row. */
const mostPilots = 200;

/** Milliseconds that a tap has waited in the browser. */
const waited = optionalWholeNumber(0, 86_400_000).catch(null).optional();

/** `launches` is their number after the tap, `seen` that before it; absent in the form without scripts, which is sent at once. */
export const launchTapSchema = z.object({
	day: idField,
	pilot: idField,
	launches: wholeNumber(0, mostLaunches),
	seen: optionalWholeNumber(0, mostLaunches).optional(),
	waited,
});

/** Several at once: those whom the button's row holds, so that an order drawn meanwhile launches nobody else. */
export const rowLaunchSchema = z.object({
	day: idField,
	class: idField,
	pilots: requiredLine(mostPilots * 40).transform((text) => text.split(" ").slice(0, mostPilots)),
	waited,
});

/** `version` is that of the order on the page; null without one. */
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

export const gridPilotSchema = z.object({ day: idField, pilot: idField });

/** The remark stands in the field of the reason. Empty takes it off. */
export const remarkSchema = gridPilotSchema.extend({ reason: optionalLine(limits.reason) });
