import { expect, test } from "vitest";
import { formatClock } from "~/lib/i18n/format-dates";
import { refusedIn, unusualIn } from "~/lib/tasks/check-task";
import { taskDistances } from "~/lib/tasks/task-distances";
import { roles } from "~db/enums";
import { editionOfYear, editions, newestEdition } from "~editions/index";
import { demo, demoAsOf } from "~test/support/demo";
import { demoOf } from "../../scripts/demo/demo-of";
import { demoTimeOf, flyingDateOf } from "../../scripts/demo/flying-day";

const options = { passwordHash: "hash of the demo password", flying: false };
const pastSeasons = editions.slice(0, -1).map((edition) => ({
	edition,
	title: edition.title,
	demo: demoOf(edition, options),
}));
const { rows } = demo;
const classOf = new Map(rows.competitionClasses.map((row) => [row.id, row]));
const gliderOf = new Map(rows.gliderTypes.map((row) => [row.id, row]));
const accepted = rows.registrations.filter((entry) => entry.accepted);
const taskDays = rows.competitionDays.filter(({ task }) => task === "TASK");
const today = flyingDateOf(newestEdition());
const scoredDays = taskDays.filter(({ date }) => date < today);
const idToday = taskDays.find(({ date }) => date === today)?.id;
const statusesToday = rows.pilotDays.filter(({ dayId }) => dayId === idToday);
const emailOf = new Map(rows.users.map(({ id, email }) => [id, email]));
const unique = (values: readonly unknown[]) => expect(new Set(values).size).toBe(values.length);

test("the demo accounts are there: one of each role, a pilot with an accepted entry and a novice with none", () => {
	const userOf = (email: string) => rows.users.find((user) => user.email === email);
	expect(new Map(rows.users.flatMap(({ role, email }) => (role ? [[role, email]] : [])))).toEqual(
		new Map([
			["organiser", "admin@example.com"],
			...roles.slice(1).map((role) => [role, `${role}@example.com`] as const),
		]),
	);
	const pilot = userOf("pilot@example.com");
	const entry = rows.registrations.find(({ userId }) => userId === pilot?.id);
	expect(entry).toMatchObject({ accepted: true, isReserve: false, startNumber: "7K" });
	const novice = userOf("novice@example.com");
	expect(novice?.name).toBe("Tereza");
	expect(rows.registrations.some(({ userId }) => userId === novice?.id)).toBe(false);
});

test("there are 60 to 75 entries over both classes, with reserves and some that wait", () => {
	expect(rows.registrations.length).toBeGreaterThanOrEqual(60);
	expect(rows.registrations.length).toBeLessThanOrEqual(75);
	for (const { id } of rows.competitionClasses) {
		const entries = rows.registrations.filter(({ competitionClassId }) => competitionClassId === id);
		expect(entries.filter((entry) => entry.accepted && !entry.isReserve).length).toBeGreaterThan(20);
		expect(entries.some((entry) => entry.isReserve)).toBe(true);
		expect(entries.some((entry) => !entry.accepted)).toBe(true);
	}
});

test("everybody has an own name, address, account, number and glider", () => {
	unique(rows.users.map(({ email }) => email));
	unique(rows.users.map(({ name, surname }) => `${name} ${surname}`));
	unique(rows.registrations.map(({ userId }) => userId));
	unique(rows.registrations.map(({ registrationNumber }) => registrationNumber));
	expect(rows.registrations.map(({ number }) => number)).toEqual(
		rows.registrations.map((_, index) => index + 1),
	);
	for (const { email } of rows.users) expect(email).toMatch(/^[a-z]+(\.[a-z]+)?@example\.com$/);
});

test("start numbers are given once, but for one that waits and asked for a taken one", () => {
	unique(accepted.map(({ startNumber }) => startNumber));
	const all = rows.registrations.map(({ startNumber }) => startNumber);
	expect(all.length - new Set(all).size).toBe(1);
	for (const startNumber of all) expect(startNumber).toMatch(/^[0-9A-Z]{1,8}$/);
});

test("entries keep the rules of the entry form", () => {
	for (const entry of rows.registrations) {
		const glider = gliderOf.get(entry.gliderTypeId);
		expect(glider?.competitionClassType).toBe(classOf.get(entry.competitionClassId)?.type);
		expect(entry.phone).toMatch(/^\+?[0-9 ]+$/);
		const digits = entry.phone.replace(/\D/g, "").length;
		expect(digits).toBeGreaterThanOrEqual(9);
		expect(digits).toBeLessThanOrEqual(15);
		if (!entry.accepted)
			expect([entry.paid, entry.registrationCompleted, entry.isReserve]).toEqual([false, false, false]);
	}
});

test("entries were made after signup opened and in the order of their numbers", () => {
	const times = rows.registrations.map(({ createdAt }) => createdAt.getTime());
	expect(times).toEqual([...times].sort((a, b) => a - b));
	expect(times[0]).toBeGreaterThanOrEqual(Date.parse(newestEdition().competition.signupSince));
	expect(times.at(-1)).toBeLessThan(Date.parse(newestEdition().competition.from));
});

test("surnames of women and men are not mixed up", () => {
	const czech = rows.users.filter(({ surname }) => /(ová|ská|cká|ná|lá|chá|bá|rá)$/.test(surname));
	expect(czech.length).toBeGreaterThan(5);
	for (const { name } of czech) expect(name).toMatch(/(a|e|Lucie)$/);
});

test("four days were flown, one was cancelled, today has a task, and those to come have none yet", () => {
	expect(rows.competitionDays.map(({ date, task }) => [date < today, task])).toEqual([
		...["TASK", "TASK", "TASK", "TASK_CANCELLED", "TASK"].map((task) => [true, task]),
		[false, "TASK"],
		...["NO_TASK", "NO_TASK", "NO_TASK"].map((task) => [false, task]),
	]);
});

test("the demo lives on Thursday, at 14:30 in Prague", () => {
	expect(demoTimeOf(editionOfYear(2025) ?? newestEdition()).toISOString()).toBe("2025-07-17T12:30:00.000Z");
});

const timesIn = (value: unknown): number[] => {
	if (value instanceof Date) return [value.getTime()];
	return value && typeof value === "object" && !ArrayBuffer.isView(value)
		? Object.entries(value).flatMap(([name, one]) => (name === "protestsUntil" ? [] : timesIn(one)))
		: [];
};

/** Rows of a demo that lie after a time, and dates of flights that do. */
function laterThan(limit: Date, { rows }: Pick<typeof demo, "rows">): unknown[] {
	const fixes = rows.igcFileVersions.map(({ receipt }) => {
		const { date, lastFix } = receipt.figures;
		return Date.parse(`${date}T00:00:00Z`) + lastFix * 1_000;
	});
	return [...timesIn(rows), ...fixes].filter((time) => time > limit.getTime());
}

test("nothing in the demo lies after its time", () => {
	expect(timesIn(rows).length).toBeGreaterThan(500);
	expect(laterThan(demoTimeOf(newestEdition()), demo)).toEqual([]);
});

/** What is there at a time: days with a task, news, documents, entries, logs, days with points, and who is in the air. */
const cuts = [
	["2025-01-20T12:00:00Z", { days: 0, news: 0, documents: 0, logs: 0, scored: 0, official: 0, flying: 0 }],
	["2025-06-10T12:00:00Z", { days: 0, news: 2, documents: 2, logs: 0, scored: 0, official: 0, flying: 0 }],
	["2025-07-15T12:00:00Z", { days: 3, news: 5, documents: 4, scored: 6, official: 4, flying: 0 }],
	["2025-07-17T08:45:00Z", { days: 5, news: 6, documents: 4, official: 6, flying: 0 }],
] as const;

test.each(cuts)("at %s the demo has what was there by then", (clock, expected) => {
	const cut = demoAsOf(new Date(clock));
	expect(laterThan(new Date(clock), cut)).toEqual([]);
	const { competitionDays, news, documents, igcFiles, dayScores, resultTables, pilotDays } = cut.rows;
	expect({
		days: competitionDays.filter(({ task }) => task === "TASK").length,
		news: news.length,
		documents: documents.length,
		logs: igcFiles.length,
		scored: dayScores.length,
		official: resultTables.length,
		flying: pilotDays.filter(({ status }) => status === "FLYING").length,
	}).toMatchObject(expected);
	expect(
		cut.rows.tasks
			.map(({ dayId }) => dayId)
			.filter((id) => !competitionDays.some((day) => day.id === id && day.task === "TASK")),
	).toEqual([]);
	expect(cut.rows.users.map(({ email }) => email)).toContain("admin@example.com");
	const stored = new Set(cut.files.map(({ key }) => key));
	const named = [...cut.rows.igcFileVersions, ...cut.rows.documentVersions].map(({ key }) => key);
	expect(new Set(named)).toEqual(stored);
});

test("on the fifth day at 15:30 some are in the air and some are home, and the day has no more points than logs", () => {
	const at = new Date("2025-07-16T13:30:00Z");
	const whole = demoAsOf(at);
	expect(laterThan(at, whole)).toEqual([]);
	const cut = whole.rows;
	const day = cut.competitionDays.find(({ date }) => date === "2025-07-16");
	const count = (state: string | null) =>
		cut.pilotDays.filter(({ dayId, status }) => dayId === day?.id && status === state).length;
	expect(count("FLYING")).toBeGreaterThan(5);
	expect(count("HOME")).toBeGreaterThan(5);
	const logs = cut.igcFiles.filter(({ dayId }) => dayId === day?.id).length;
	const sheets = cut.dayScores.filter(({ dayId }) => dayId === day?.id);
	expect(sheets.map(({ state }) => state)).toEqual(["preliminary", "preliminary"]);
	const withPoints = sheets.flatMap(({ sheet }) => sheet.rows).filter(({ flight }) => flight !== null);
	expect(withPoints.length).toBeLessThanOrEqual(logs);
});

test("at 14:30 most are in the air, the demo pilot among them; some are home, some have landed out", () => {
	const flying = accepted.filter((entry) => !entry.isReserve);
	const count = (state: string) => statusesToday.filter(({ status }) => status === state).length;
	expect(count("FLYING")).toBeGreaterThan(flying.length * 0.6);
	for (const state of ["HOME", "OUTLANDING", "DNF"]) expect(count(state), state).toBeGreaterThan(0);
	const own = accepted.find(({ startNumber }) => startNumber === "7K");
	expect(statusesToday.find(({ registrationId }) => registrationId === own?.id)?.status).toBe("FLYING");
});

test("the first logs of today are of pilots who are home, sent after they were seen, and give points", () => {
	const logs = rows.igcFiles.filter(({ dayId }) => dayId === idToday);
	expect(logs.length).toBeGreaterThan(5);
	for (const { registrationId, createdAt } of logs) {
		const status = statusesToday.find((row) => row.registrationId === registrationId);
		expect(status?.status).toBe("HOME");
		expect(createdAt.getTime()).toBeGreaterThan(status?.statusAt?.getTime() ?? 0);
	}
	for (const { dayId, sheet } of rows.dayScores)
		if (dayId === idToday)
			expect(sheet.rows.filter(({ points }) => (points ?? 0) > 100).length).toBeGreaterThan(2);
});

test("every starter has one status on every day with a task", () => {
	const starters = accepted.filter(({ isReserve }) => !isReserve);
	const pairs = rows.pilotDays.map(({ dayId, registrationId }) => `${dayId}/${registrationId}`);
	unique(pairs);
	expect(pairs).toHaveLength(taskDays.length * starters.length);
	const ended = rows.pilotDays.filter(({ dayId }) => dayId !== idToday);
	const count = (state: string) => ended.filter(({ status }) => status === state).length;
	expect([count("OUTLANDING"), count("HOME") + count("DNF")]).toEqual([1, ended.length - 1]);
});

test("both classes have the address of their task as tracking link on every day with one", () => {
	expect(rows.trackingEntries).toHaveLength(taskDays.length * 2);
	const dayOf = new Map(rows.competitionDays.map(({ id, date }) => [id, date]));
	for (const { taskUrl, dayId, competitionClassId } of rows.trackingEntries) {
		const path = `/tasks/${dayOf.get(dayId)}/${classOf.get(competitionClassId)?.type}.tsk`;
		expect(taskUrl).toBe(`https://2025.glidercup.example${path}`);
	}
});

/** The protest time of the last one runs. */
const officialDays = scoredDays.slice(0, -1);

test("yesterday's results are unofficial with a running protest time, and of those before one was reopened after a protest", () => {
	const yesterday = scoredDays.at(-1)?.id;
	const now = demoTimeOf(newestEdition()).getTime();
	for (const sheet of rows.dayScores.filter(({ dayId }) => dayId === yesterday)) {
		expect(sheet.state).toBe("unofficial");
		expect(sheet.protestsUntil?.getTime()).toBeGreaterThan(now);
	}
	expect(rows.dayScores.filter(({ revision }) => revision === 2)).toHaveLength(1);
	const [protest] = rows.protests;
	expect(rows.protests).toMatchObject([{ outcome: "upheld" }]);
	const start = rows.dayScores
		.find((one) => one.dayId === protest?.dayId && one.competitionClassId === protest.competitionClassId)
		?.sheet.rows.find((row) => row.registrationId === protest?.registrationId)?.start;
	expect(protest?.text).toContain(` ${formatClock(new Date(start ?? 0), "cs")}, `);
});

test("every day before yesterday with a task has official results of all competitors of both classes", () => {
	expect(rows.resultTables).toHaveLength(6);
	expect(new Set(rows.resultTables.map(({ dayId }) => dayId))).toEqual(
		new Set(officialDays.map(({ id }) => id)),
	);
	expect(new Set(rows.resultTables.map(({ source }) => source))).toEqual(new Set(["soaring-spot", "here"]));
	expect(new Set(rows.resultTables.map(({ status }) => status))).toEqual(new Set(["official"]));
	const flying = accepted.filter((entry) => !entry.isReserve);
	for (const { competitionClassId, dayId } of rows.resultTables) {
		const results = rows.dailyResults.filter(
			(row) => row.competitionClassId === competitionClassId && row.dayId === dayId,
		);
		const expected = flying.filter((entry) => entry.competitionClassId === competitionClassId);
		expect(results.map(({ competitor }) => competitor).sort()).toEqual(
			expected.map(({ startNumber }) => startNumber).sort(),
		);
	}
});

test("places follow the points and totals are the sums of the days", () => {
	for (const { id } of rows.competitionClasses) {
		const sums = new Map<string, number>();
		for (const day of officialDays) {
			const isHere = rows.resultTables.some(({ dayId, source }) => dayId === day.id && source === "here");
			const results = rows.dailyResults.filter(
				(row) => row.competitionClassId === id && row.dayId === day.id,
			);
			for (const row of results) sums.set(row.competitor, (sums.get(row.competitor) ?? 0) + row.points);
			for (const row of results) {
				expect(row.position).toBe(1 + results.filter(({ points }) => points > row.points).length);
				const total = sums.get(row.competitor) ?? 0;
				expect(row.totalPoints).toBe(isHere ? null : total);
				const better = [...sums.values()].filter((sum) => sum > total).length;
				expect(row.totalPosition).toBe(isHere ? null : 1 + better);
				expect(row.points).toBeLessThanOrEqual(1000);
			}
			expect(results.filter(({ position }) => position === 1).length).toBeGreaterThan(0);
		}
	}
});

test("who stayed on the ground has no points and no flight, and no two flights share a number", () => {
	const registrationOf = new Map(accepted.map((entry) => [entry.startNumber, entry.id]));
	for (const row of rows.dailyResults) {
		const status = rows.pilotDays.find(
			({ dayId, registrationId }) =>
				dayId === row.dayId && registrationId === registrationOf.get(row.competitor),
		)?.status;
		const isHere = rows.resultTables.some(({ dayId, source }) => dayId === row.dayId && source === "here");
		expect(row.flightId === null).toBe(isHere || status === "DNF");
		expect(row.points === 0).toBe(status === "DNF");
	}
	const flights = rows.dailyResults.flatMap(({ flightId }) => flightId ?? []);
	unique(flights);
	expect(Math.min(...flights)).toBeGreaterThan(2 ** 32);
});

test("there are six news of the admin, one of them with several paragraphs", () => {
	expect(rows.news).toHaveLength(6);
	expect(rows.news.some(({ body }) => body.split("\n").length >= 3)).toBe(true);
	for (const { authorId } of rows.news) expect(emailOf.get(authorId)).toBe("admin@example.com");
});

test("Czech texts keep one-letter prepositions with their words", () => {
	for (const { title, body } of rows.news)
		expect(`${title} ${body}`).not.toMatch(/(^|[\s(])[ksvzouaiKSVZOUAI] /);
});

test("every document has a version whose size is that of its bytes in the bucket", () => {
	expect(rows.documents.length).toBeGreaterThanOrEqual(3);
	for (const { id, currentVersionId } of rows.documents) {
		const version = rows.documentVersions.find((row) => row.id === currentVersionId);
		expect(version).toMatchObject({ documentId: id, state: "ready" });
		const file = demo.files.find(({ key }) => key === version?.key);
		expect(file?.bytes.byteLength).toBe(version?.size);
		expect(file?.key.startsWith(`${newestEdition().year}/`)).toBe(true);
	}
});

test("the PDF's table of objects points to its objects", () => {
	const pdf = demo.files.find(({ mimetype }) => mimetype === "application/pdf");
	const text = new TextDecoder().decode(pdf?.bytes);
	const table = Number(/startxref\n(\d+)/.exec(text)?.[1]);
	expect(text.slice(table, table + 4)).toBe("xref");
	const offsets = [...text.slice(table).matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset));
	expect(offsets).toHaveLength(5);
	offsets.forEach((offset, index) => {
		expect(text.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj`));
	});
	expect(text).toMatch(/\/Length (\d+)/);
});

test.each(pastSeasons)("$title has a smaller field with results of two days", ({ demo: { rows: past } }) => {
	expect(past.registrations.length).toBeLessThan(40);
	expect(past.resultTables).toHaveLength(4);
	expect(past.dailyResults.length).toBeGreaterThan(40);
	expect(past.news.length).toBeGreaterThan(0);
	expect(past.users.map(({ email }) => email)).toEqual(
		expect.arrayContaining(["admin@example.com", "pilot@example.com", "novice@example.com"]),
	);
});

test("the same edition gives the same demo, another edition shares no id with it", () => {
	// A past season, which is made in a tenth of the time.
	const [{ edition = newestEdition(), demo: other } = {}] = pastSeasons;
	const again = demoOf(edition, options);
	expect(again.rows).toEqual(other?.rows);
	// Element by element, megabytes of bytes would take seconds.
	const texts = (files: typeof demo.files = []) =>
		files.map(({ key, bytes }) => `${key} ${new TextDecoder("latin1").decode(bytes)}`);
	expect(texts(again.files)).toEqual(texts(other?.files));
	type Row = { readonly id?: string; readonly statusId?: string | null; readonly updatedAt?: unknown };
	const idsOf = (tables: Record<string, readonly Row[]> = {}) =>
		Object.values(tables).flatMap((table) => table.flatMap(({ id, statusId }) => id ?? statusId ?? []));
	unique([...idsOf(rows), ...idsOf(other?.rows)]);
});

test("every account has the given password hash", () => {
	expect(new Set(rows.users.map(({ passwordHash }) => passwordHash))).toEqual(
		new Set([options.passwordHash]),
	);
});

test("every flown day has a task of each class in force, racing and area tasks that nothing speaks against", () => {
	const demoTasks = rows.tasks;
	expect(demoTasks).toHaveLength(taskDays.length * rows.competitionClasses.length);
	expect(new Set(demoTasks.map(({ kind }) => kind))).toEqual(new Set(["RT", "AAT"]));
	const findings = demoTasks.flatMap((task) => [
		...refusedIn(task),
		...unusualIn(task, taskDistances(task), newestEdition().airfield),
	]);
	expect(findings).toEqual([]);
	expect(Math.min(...demoTasks.map(({ distanceM }) => distanceM))).toBeGreaterThan(100_000);
});
