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
		"account.email.",
		"account.passwordAgain",
		"account.passwordHint",
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
	igc: ["igc.", "igc.versions.removed"],
	upload: [
		"igc.closed",
		"igc.day.",
		"igc.form.",
		"igc.intro",
		"igc.many.form.",
		"igc.missing.",
		"igc.noDays",
		"igc.own.",
	],
	/** Of the table where organisers match several logs. */
	manyLogs: ["igc.many."],
	/** Why a log cannot be read. */
	logRefusals: ["igc.refused."],
	flight: ["igc.altitude.", "igc.flight.", "igc.manage.", "igc.mark.", "igc.reassign.", "igc.versions."],
	results: ["results."],
	replay: ["replay."],
	score: ["score."],
	/** How points come about, on the page of a score. */
	scoreFormula: ["scoreFormula."],
	scoringDesk: ["scoringAdmin."],
	map: ["map.", "task.map."],
	/** A task in a line and on a map. */
	tasks: ["task."],
	/** A task in full: its points and rules, its files. */
	taskSheets: [
		"task.briefing.frequencies",
		"task.briefing.inactiveAirspace",
		"task.briefing.qnh",
		"task.column.",
		"task.download.",
		"task.hpa",
		"task.kmh",
		"task.legs",
		"task.metres",
		"task.minutes",
		"task.finish",
		"task.pev",
		"task.qr.",
		"task.rule.",
		"task.start",
		"task.state.",
		"task.zone.",
	],
	/** What only the pages of published tasks say. */
	taskPages: [
		"task.backToDay",
		"task.digest",
		"task.heading",
		"task.manage",
		"task.none.",
		"task.title",
		"task.wholeDay",
	],
	taskChecks: ["task.check."],
	/** What cannot be read in a file of a task or of waypoints. */
	taskFiles: ["task.file.", "taskAdmin.upload.line"],
	/** The same of airspace, and of a file of any kind of chart. Rows of `charts` hold these keys: they keep their prefix. */
	chartFiles: [
		"task.file.arc",
		"task.file.arcEnds",
		"task.file.chartTooLarge",
		"task.file.direction",
		"task.file.emptyChart",
		"task.file.limit",
		"task.file.longOutline",
		"task.file.noCentre",
		"task.file.noClass",
		"task.file.noLimits",
		"task.file.noOutline",
		"task.file.notOpenAir",
		"task.file.notWaypoints",
		"task.file.position",
		"task.file.terrain",
		"task.file.tooManySpaces",
		"task.file.tooManyWaypoints",
		"task.file.twoShapes",
		"task.file.unknownLine",
		"task.file.upsideDown",
	],
	taskDesk: ["taskAdmin."],
	/** What asks before a task or a day is cancelled, and takes it back. */
	cancellation: ["cancellation."],
	taskBuilder: ["taskAdmin.build."],
	charts: ["chart."],
	/** Of organisers who wait for scores. */
	evaluation: ["evaluation."],
	statuses: ["competitorStatus.", "statuses."],
	/** A class on a day, on home and on the page of the day. */
	dayReports: ["day."],
	dayPage: [
		"day.after",
		"day.allResults",
		"day.before",
		"day.bestSpeed",
		"day.column.",
		"day.evaluated",
		"day.longest",
		"day.note.",
		"day.others",
		"day.ours",
		"day.replay",
		"day.task",
	],
	home: ["home."],
	news: ["news."],
	deletedNews: ["news.delete.text", "news.delete.title"],
	content: ["archive.", "contacts.", "document."],
	organisers: ["admin.", "audit.", "competitionDays.", "erasures.", "gliderTypes."],
	resultDesk: ["results.follow.", "results.import.", "results.sheets.", "results.source.", "results.sync."],
	/** Accounts, and mails to them. */
	mails: ["adminMail.", "missing.", "users."],
	offlinePage: ["offline.stored", "offline.text", "offline.title"],
	/** Of /dev/pieces. */
	pieces: ["pieces."],
	/** Never in the browser. */
	server: [
		"calendar.",
		"cancellation.takenBack",
		"error.keptForm",
		"error.tryAgain",
		"igc.many.zip.",
		"login.success",
		"mail.",
		"news.add.success",
		"news.delete.success",
		"scoringAdmin.airspaces.success",
		"scoringAdmin.class.success",
		"scoringAdmin.success",
		"taskAdmin.cancel.success",
		"taskAdmin.publish.success",
		"taskAdmin.publish.unconfirmed",
		"taskAdmin.settings.success",
		"taskAdmin.upload.success",
		"taskChoice",
		"taskLink.",
	],
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
