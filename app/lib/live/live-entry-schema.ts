import { z } from "zod";
import { flag, tidy } from "~/lib/forms/fields";

/** A glider has a FLARM, perhaps a transponder, and perhaps a second FLARM. */
export const mostDevices = 3;

/** Ids of six hexadecimal digits, in one line; capitals come out. */
const deviceIds = z.preprocess(
	(value) => {
		const text = tidy(value);
		return typeof text === "string"
			? text
					.toUpperCase()
					.split(/[\s,;]+/)
					.filter(Boolean)
			: [];
	},
	z
		.array(z.string().regex(/^[0-9A-F]{6}$/, "live.deviceIds.wrong"), { error: "live.deviceIds.wrong" })
		.max(mostDevices, "live.deviceIds.wrong")
		.transform((ids) => [...new Set(ids)]),
);

/** The devices of an entry, and whether its positions may be kept and shown. */
export const liveEntrySchema = z.object({ deviceIds, agrees: flag });
