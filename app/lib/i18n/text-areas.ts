/**
 * The parts the browser loads the texts in, by the beginnings of their keys; the longest beginning decides. A hydrated
 * page loads the default namespace `common`, which holds the texts of the shell, and what the handle of its route names; on the
 * server that namespace holds all texts.
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
		"signup.toLogin",
		"toast.",
		"tracking.",
	],
	/** What is wrong with a form: loaded when one is first touched, as the validation is, or was refused. */
	complaints: ["conflict.", "error.wait", "form.", "server."],
	account: ["account.", "changePassword.", "changeUserInfo.", "logout.", "passwordReset.", "signup."],
	entry: ["registration."],
	startingList: [
		"accomodationType.",
		"gliderTypes.title",
		"registration.backToList",
		"region.",
		"startingList.",
	],
	igc: ["igc."],
	flight: ["igc.altitude.", "igc.flight.", "igc.manage.", "igc.mark.", "igc.reassign.", "igc.versions."],
	results: ["results."],
	statuses: ["competitorStatus.", "refresh.", "statuses."],
	content: ["archive.", "contacts.", "document.", "home.", "news."],
	organisers: [
		"admin.",
		"adminMail.",
		"audit.",
		"competitionDays.",
		"gliderTypes.",
		"results.follow.",
		"results.import.",
		"results.sheets.",
		"results.source.",
		"results.sync.",
		"users.",
	],
	/** Never in the browser. */
	server: ["mail."],
} as const satisfies Record<string, readonly string[]>;

/** A part of the texts that the browser can load. */
export type TextArea = Exclude<keyof typeof textAreas, "server">;

/** The part that holds a text. Null for a key that no beginning covers. */
export function areaOf(key: string): keyof typeof textAreas | null {
	let found: keyof typeof textAreas | null = null;
	let longest = 0;
	for (const [area, beginnings] of Object.entries(textAreas)) {
		for (const beginning of beginnings) {
			if (beginning.length <= longest || !key.startsWith(beginning)) continue;
			found = area as keyof typeof textAreas;
			longest = beginning.length;
		}
	}
	return found;
}
