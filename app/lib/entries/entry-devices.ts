import { z } from "zod";
import { flag } from "~/lib/forms/fields";

/** A glider has a FLARM, perhaps a transponder, and perhaps a second FLARM. */
export const mostDevices = 3;

/** FLARM or ICAO ids of six hexadecimal digits, in one line or a list; each comes out once, in capitals. */
const deviceIds = z.preprocess(
	(value) => {
		const text = Array.isArray(value) ? value.join(" ") : String(value ?? "");
		return [...new Set(text.toUpperCase().match(/[^\s,;]+/g))];
	},
	// What is wrong with one of them is said of the field: it is one line.
	z
		.array(z.string())
		.refine((ids) => ids.length <= mostDevices && ids.every((id) => /^[0-9A-F]{6}$/.test(id)), {
			error: "live.deviceIds.wrong",
		}),
);

/** The page of an entry's devices: which they are, and whether its positions may be kept and shown. */
export const liveEntrySchema = z.object({ deviceIds, agrees: flag });

/** What the entry form says of devices. Where it says nothing, all stays: positions may be off, and a client may know none of it. */
export const deviceFields = {
	deviceIds: deviceIds.optional(),
	/** The ids that the form began with: what was added or removed elsewhere meanwhile stays so. */
	knownDevices: deviceIds.optional(),
	/** A tick agrees; without one nothing is taken back, which has a page of its own. */
	agrees: flag.optional(),
} as const;

/** What clients of the API say of devices. They show no text of a consent, so they give none. */
export const deviceIdsOfBody = {
	deviceIds: z.preprocess((value) => value ?? undefined, deviceFields.deviceIds),
} as const;
