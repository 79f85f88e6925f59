import { limits } from "~/lib/forms/limits";

/** Addresses of the tracking service, from the edition's config. */
export interface TrackingTemplates {
	/** With `{taskOneUrl}`. */
	readonly singleTemplate: string;
	/** With `{taskOneUrl}` and `{taskTwoUrl}`. */
	readonly combinedTemplate: string;
}

export interface TrackingEntry {
	readonly taskUrl: string;
	readonly competitionClass: { readonly name: string };
	readonly day: { readonly name: string };
}

export interface TrackingLinks<Entry extends TrackingEntry> {
	/** By class name. */
	readonly single: readonly { readonly entry: Entry; readonly url: string }[];
	/** Shows both classes; null unless there are exactly two entries. */
	readonly combined: string | null;
}

const byClassName = new Intl.Collator("cs").compare;

/** Null unless it is an http(s) address without a user name. */
export function parseTaskUrl(text: string): string | null {
	const trimmed = text.trim();
	if (trimmed.length > limits.url || !URL.canParse(trimmed)) return null;
	const { protocol, username, password, href } = new URL(trimmed);
	return (protocol === "http:" || protocol === "https:") && !username && !password ? href : null;
}

/** See docs/formats.md section 4. Leaves out an entry whose task address `parseTaskUrl` refuses. */
export function trackingLinks<Entry extends TrackingEntry>(
	entries: readonly Entry[],
	templates: TrackingTemplates,
): TrackingLinks<Entry> {
	const tasks = entries
		.flatMap((entry) => {
			const taskUrl = parseTaskUrl(entry.taskUrl);
			return taskUrl === null ? [] : [{ entry, taskUrl }];
		})
		.sort((a, b) => byClassName(a.entry.competitionClass.name, b.entry.competitionClass.name));
	const [first, second, third] = tasks;
	return {
		single: tasks.map(({ entry, taskUrl }) => ({ entry, url: fill(templates.singleTemplate, taskUrl, "") })),
		combined:
			first && second && !third ? fill(templates.combinedTemplate, first.taskUrl, second.taskUrl) : null,
	};
}

function fill(template: string, taskOneUrl: string, taskTwoUrl: string): string {
	// One pass: a task address may itself contain a placeholder, which must stay.
	return template.replace(/\{task(One|Two)Url\}/g, (_, which) =>
		encodeURIComponent(which === "One" ? taskOneUrl : taskTwoUrl),
	);
}
