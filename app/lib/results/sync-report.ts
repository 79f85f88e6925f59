import { z } from "zod";

/*
 * What a sync found, as `sync_runs.detail` keeps it and the organisers' page puts it into words. Days are local
 * dates.
 */

/** Reasons of SoaringSpotError, and our own: no contest under the keys, or a failure that is not the source's. */
export const syncErrors = [
	"unauthorized",
	"notFound",
	"http",
	"timeout",
	"network",
	"notJson",
	"shape",
	"tooLarge",
	"foreignLink",
	"noContest",
	"interrupted",
	"internal",
] as const;

export type SyncError = (typeof syncErrors)[number];

const dates = z.array(z.string());

const classReport = z.object({
	name: z.string(),
	type: z.string(),
	/**
	 * - `updated`, `unchanged`
	 * - `empty`: the source has no results of the class yet
	 * - `notMatched`: the source has no such class
	 * - `overtaken`: an organiser replaced a table meanwhile; the next run sees to it
	 * - `failed`: see `error`; the class keeps its rows
	 */
	outcome: z.enum(["updated", "unchanged", "empty", "notMatched", "overtaken", "failed"]),
	error: z.enum(syncErrors).nullable(),
	/** Days whose results were written. */
	written: dates,
	/** Days whose results were taken away, because the source has cancelled the task. */
	removed: dates,
	/** Days that an organiser imported from a file, which the sync leaves alone. */
	imported: dates,
	/** Days with results that have no task with us, so that nobody sees them. */
	hidden: dates,
});

export const syncReport = z.object({
	/** Why the run failed before it came to the classes. */
	error: z.enum(syncErrors).nullable(),
	classes: z.array(classReport),
});

export type ClassReport = z.infer<typeof classReport>;
export type SyncReport = z.infer<typeof syncReport>;

export const emptyReport: SyncReport = { error: null, classes: [] };

/** Outcome of a whole run: failed when nothing went well. */
export function outcomeOf({ error, classes }: SyncReport): "ok" | "partial" | "failed" {
	const failed = classes.filter(({ outcome }) => outcome === "failed" || outcome === "notMatched");
	if (error !== null || (classes.length > 0 && failed.length === classes.length)) return "failed";
	return failed.length > 0 ? "partial" : "ok";
}
