import { z } from "zod";
import { flag, tidy } from "~/lib/forms/fields";

/** A glider has a FLARM, perhaps a transponder, and perhaps a second FLARM. */
export const mostDevices = 3;

/** FLARM or ICAO ids of six hexadecimal digits, in one line or a list; each comes out once, in capitals. */
const deviceIds = z.preprocess(
	(value) => {
		const text = tidy(Array.isArray(value) ? value.join(" ") : value);
		return typeof text === "string"
			? text
					.toUpperCase()
					.split(/[\s,;]+/)
					.filter(Boolean)
			: [];
	},
	// What is wrong with one of them is said of the field: it is one line.
	z
		.array(z.string(), { error: "live.deviceIds.wrong" })
		.refine((ids) => ids.length <= mostDevices && ids.every((id) => /^[0-9A-F]{6}$/.test(id)), {
			error: "live.deviceIds.wrong",
		})
		.transform((ids) => [...new Set(ids)]),
);

/** The ids that a form began with: what was added or removed elsewhere meanwhile stays so. */
const knownDevices = deviceIds.optional();

/** The page of an entry's devices: which they are, and whether its positions may be kept and shown. */
export const liveEntrySchema = z.object({ deviceIds, knownDevices, agrees: flag });

/** What the entry form says of devices. Where it says nothing, all stays: positions may be off, and a client may know none of it. */
export const deviceFields = {
	deviceIds: deviceIds.optional(),
	knownDevices,
	/** A tick agrees; without one nothing is taken back, which has a page of its own. */
	agrees: flag.optional(),
} as const;

/** What clients of the API say of devices. They show no text of a consent, so they give none. */
export const deviceIdsOfBody = {
	deviceIds: z.preprocess((value) => value ?? undefined, deviceFields.deviceIds),
} as const;
