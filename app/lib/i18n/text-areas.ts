/**
 * Parts of the texts, by prefixes of their keys; the longest prefix decides. A hydrated page loads `common`, the texts
 * of the shell, and the parts of its route. On the server the namespace `common` holds all texts.
 */
export const textAreas = {
	common: [
		"account.email",
		"account.password",
		"backend.",
		"common.",
		"competitionClass.",
		"competitionDay.",
		"confirm.",
		"error.",
		"footer.",
		"form.submitting",
		"form.summary.",
		"list.",
		"login.",
		"nav.",
		"offline.",
		"refresh.",
		"signup.toLogin",
		"toast.",
		"tracking.",
		"unverified.",
	],
	/** Loaded with the validation when a form gets its first focus, or after a refusal. */
	complaints: ["conflict.", "error.wait", "form.", "server.", "task.field."],
	/** Loaded with the queue. */
	waiting: ["waiting."],
	account: [
		"account.",
		"changePassword.",
		"changeUserInfo.",
		"confirmEmail.",
		"logout.",
		"passkey.",
		"passwordReset.",
		"secondFactor.",
		"signup.",
		"undoEmail.",
	],
	entry: ["registration."],
	startingList: [
		"accomodationType.",
		"gliderTypes.title",
		"registration.backToList",
		"registration.update.",
		"region.",
		"startingList.",
	],
	igc: ["igc."],
	flight: ["igc.altitude.", "igc.flight.", "igc.manage.", "igc.mark.", "igc.reassign.", "igc.versions."],
	results: ["results."],
	replay: ["replay."],
	score: ["score."],
	scoringDesk: ["scoringAdmin."],
	map: ["map."],
	tasks: ["task."],
	charts: ["chart."],
	taskDesk: ["task.check.", "task.file.", "taskAdmin."],
	statuses: ["competitorStatus.", "statuses."],
	dayReports: ["day."],
	content: ["archive.", "contacts.", "document.", "home.", "news."],
	organisers: [
		"admin.",
		"audit.",
		"competitionDays.",
		"erasures.",
		"gliderTypes.",
		"results.follow.",
		"results.import.",
		"results.sheets.",
		"results.source.",
		"results.sync.",
	],
	/** Accounts, and mails to them. */
	mails: ["adminMail.", "missing.", "users."],
	/** Never in the browser. */
	server: ["calendar.", "mail."],
} as const satisfies Record<string, readonly string[]>;

/** A part that the browser can load. */
export type TextArea = Exclude<keyof typeof textAreas, "server">;

/** Null for a key without a matching prefix. */
export function areaOf(key: string): keyof typeof textAreas | null {
	let found: keyof typeof textAreas | null = null;
	let longest = 0;
	for (const [area, prefixes] of Object.entries(textAreas)) {
		for (const prefix of prefixes) {
			if (prefix.length <= longest || !key.startsWith(prefix)) continue;
			found = area as keyof typeof textAreas;
			longest = prefix.length;
		}
	}
	return found;
}
