import type { Edition } from "~editions/schema";
import { trackingLinks } from "./tracking-links";
import type { TrackingEntry } from "./tracking-queries.server";

export interface TrackingMenu {
	readonly links: readonly (Pick<TrackingEntry, "id" | "className" | "classType" | "dayName"> & {
		readonly url: string;
	})[];
	/** All classes at once; null unless there are exactly two. */
	readonly combinedUrl: string | null;
	readonly hubUrl: string;
}

export function trackingMenu(
	entries: readonly TrackingEntry[],
	{ hubUrl, ...templates }: Edition["tracking"],
): TrackingMenu {
	const named = entries.map((entry) => ({
		...entry,
		competitionClass: { name: entry.className },
		day: { name: entry.dayName },
	}));
	const { single, combined } = trackingLinks(named, templates);
	return {
		links: single.map(({ entry: { id, className, classType, dayName }, url }) => ({
			id,
			className,
			classType,
			dayName,
			url,
		})),
		combinedUrl: combined,
		hubUrl,
	};
}
