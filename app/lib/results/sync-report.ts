import { z } from "zod";

/* The content of `sync_runs.detail`. Days are local dates. */

/** The kinds of `SoaringSpotError`, then the errors of the sync itself. */
const syncErrors = [
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
	 * - `overtaken`: an organiser replaced a table meanwhile; the next run writes again
	 * - `failed`: see `error`; the rows of the class stay
	 */
	outcome: z.enum(["updated", "unchanged", "empty", "notMatched", "overtaken", "failed"]),
	error: z.enum(syncErrors).nullable(),
	/** Days whose results were written. */
	written: dates,
	/** Days whose results were removed, because the source cancelled the task. */
	removed: dates,
	/** Days that an organiser imported from a file; the sync does not change them. */
	imported: dates,
	/** Days with results but without a task here, so that nobody sees them. */
	hidden: dates,
});

export const syncReport = z.object({
	/** Set when the run failed before the first class. */
	error: z.enum(syncErrors).nullable(),
	classes: z.array(classReport),
});

export type ClassReport = z.infer<typeof classReport>;
export type SyncReport = z.infer<typeof syncReport>;

export const emptyReport: SyncReport = { error: null, classes: [] };

/** A run has failed when every class has. */
export function outcomeOf({ error, classes }: SyncReport): "ok" | "partial" | "failed" {
	const failed = classes.filter(({ outcome }) => outcome === "failed" || outcome === "notMatched");
	if (error !== null || (classes.length > 0 && failed.length === classes.length)) return "failed";
	return failed.length > 0 ? "partial" : "ok";
}
