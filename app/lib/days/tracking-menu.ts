import { limits } from "~/lib/forms/limits";
import { compareNames } from "~/lib/i18n/collate";
import type { Edition } from "~editions/schema";
import type { TrackingEntry } from "./tracking-queries.server";

export interface TrackingMenu {
	/** Links in the order of the entries. */
	readonly links: readonly (Omit<TrackingEntry, "taskUrl"> & { readonly url: string })[];
	/** Link to all classes at once; null unless there are exactly two. */
	readonly combinedUrl: string | null;
	readonly hubUrl: string;
}

/** Makes the menu of docs/formats.md section 4. It leaves out an entry whose task address `parseTaskUrl` refuses. */
export function trackingMenu(
	entries: readonly TrackingEntry[],
	{ hubUrl, singleTemplate, combinedTemplate }: Edition["tracking"],
): TrackingMenu {
	const tasks = entries.flatMap(({ taskUrl: text, ...entry }) => {
		const taskUrl = parseTaskUrl(text);
		return taskUrl === null ? [] : [{ entry, taskUrl }];
	});
	const byName = tasks.toSorted((a, b) => compareNames(a.entry.className, b.entry.className));
	const [first, second, third] = byName;
	return {
		links: tasks.map(({ entry, taskUrl }) => ({ ...entry, url: fill(singleTemplate, taskUrl, "") })),
		combinedUrl: first && second && !third ? fill(combinedTemplate, first.taskUrl, second.taskUrl) : null,
		hubUrl,
	};
}

function fill(template: string, taskOneUrl: string, taskTwoUrl: string): string {
	// It replaces in one pass: a task address may itself contain a placeholder, which must stay.
	return template.replace(/\{task(One|Two)Url\}/g, (_, which) =>
		encodeURIComponent(which === "One" ? taskOneUrl : taskTwoUrl),
	);
}

/** Returns null unless the text is an http(s) address without a user name. */
export function parseTaskUrl(text: string): string | null {
	const trimmed = text.trim();
	if (trimmed.length > limits.url || !URL.canParse(trimmed)) return null;
	const { protocol, username, password, href } = new URL(trimmed);
	return (protocol === "http:" || protocol === "https:") && !username && !password ? href : null;
}
