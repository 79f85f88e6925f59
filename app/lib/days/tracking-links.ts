import { limits } from "~/lib/forms/limits";

/** Addresses of the tracking service, from the edition's config. */
export interface TrackingTemplates {
	/** With `{taskOneUrl}`. */
	singleTemplate: string;
	/** With `{taskOneUrl}` and `{taskTwoUrl}`. */
	combinedTemplate: string;
}

export interface TrackingEntry {
	taskUrl: string;
	competitionClass: { name: string };
	day: { name: string };
}

export interface TrackingLinks<Entry extends TrackingEntry> {
	/** One link for each entry, by class name. */
	single: { entry: Entry; url: string }[];
	/** The link that shows both classes; null unless there are exactly two entries. */
	combined: string | null;
}

const byClassName = new Intl.Collator("cs").compare;

/** The address of a task as it is stored, or null when it is not an http(s) address without a user name. */
export function parseTaskUrl(text: string): string | null {
	const trimmed = text.trim();
	if (trimmed.length > limits.url || !URL.canParse(trimmed)) return null;
	const { protocol, username, password, href } = new URL(trimmed);
	return (protocol === "http:" || protocol === "https:") && !username && !password ? href : null;
}

/** The tracking links of a day (formats.md section 4). An entry whose task address is no http(s) address is left out. */
export function trackingLinks<Entry extends TrackingEntry>(
	entries: Entry[],
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
	// One pass, so that a task address that itself holds a placeholder stays as it is.
	return template.replace(/\{task(One|Two)Url\}/g, (_, which) =>
		encodeURIComponent(which === "One" ? taskOneUrl : taskTwoUrl),
	);
}
