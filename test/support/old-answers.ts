import { expect } from "vitest";
import { byName, byNumber, dateOf, isSame, type OldData, pick, readOldSite, time } from "./old-data";
import { oldExport, oldSeeYouExport } from "./old-exports";
import type { Doc } from "./old-making";
import type { OldSite } from "./old-site";

/*
 * What the API of the site before this one answers for its own data, by its schemas: call for call, independent of the code that takes the
 * data over.
 */

/** Every call that reads (api-contract, "Calls"), by the pattern of its path. That of the client 2.0.0 has a test of its own. */
export const readingCalls: readonly RegExp[] = [
	/^\/api$/,
	/^\/api\/auth\/user$/,
	/^\/api\/users$/,
	/^\/api\/news$/,
	/^\/api\/registration\/form$/,
	/^\/api\/registration$/,
	/^\/api\/registration\/[0-9a-f]{24}$/,
	/^\/api\/starting-list$/,
	/^\/api\/starting-list\/all$/,
	/^\/api\/starting-list\/export$/,
	/^\/api\/starting-list\/export\/seeyou\/[0-9a-f]{24}$/,
	/^\/api\/days$/,
	/^\/api\/competitorstatuses\/[0-9a-f]{24}$/,
	/^\/api\/tracking\/[0-9a-f]{24}$/,
	/^\/api\/documents$/,
	/^\/api\/igc\/form$/,
	/^\/api\/igc\/[0-9a-f]{24}$/,
	/^\/api\/results\/top$/,
	/^\/api\/results\/total\/[0-9a-f]{24}$/,
	/^\/api\/results\/daily\/filters$/,
	/^\/api\/results\/daily\/[0-9a-f]{24}\/[0-9a-f]{24}$/,
];

export interface OldAnswer {
	readonly path: string;
	/** Nobody, or an address with which somebody has logged in. */
	readonly as: string | null;
	/** JSON, or the rows of a table. */
	readonly answer: unknown;
}

/** As JSON: ids and times are texts. */
const json = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
const answers = (as: string | null, byPath: Readonly<Record<string, unknown>>): OldAnswer[] =>
	Object.entries(byPath).map(([path, answer]) => ({ path: `/api${path}`, as, answer: json(answer) }));

export const oldAdmin = "alena@example.com";
/** Somebody with an entry. */
export const oldPilot = "pilot.6@example.com";

export function oldAnswers(site: OldSite, year: number): OldAnswer[] {
	const data = readOldSite(site);
	return [
		...answers(null, { "": { status: "ok", edition: year }, ...contentAnswers(data) }),
		...answers(null, { "/starting-list": publicList(data), "/igc/form": pilots(data) }),
		...answers(null, { ...dayAnswers(data), ...resultAnswers(data) }),
		...answers(oldPilot, ownAnswers(data)),
		...answers(oldAdmin, { ...adminAnswers(data), ...logAnswers(data) }),
		{ path: "/api/registration/form", as: null, answer: formLists(data) },
	];
}

function contentAnswers({ all, get }: OldData) {
	const newest = (field: "createdAt" | "updatedAt") => (a: Doc, b: Doc) =>
		time(a, field) < time(b, field) ? 1 : -1;
	return {
		"/news": all("news")
			.toSorted(newest("createdAt"))
			.map((item) => ({
				...pick(item, "_id", "title", "body", "createdAt", "updatedAt"),
				author: pick(get("users", item.author), "_id", "name", "surname"),
			})),
		"/documents": all("documents")
			.toSorted(newest("updatedAt"))
			.map((one) => pick(one, "_id", "name", "size", "mimetype", "createdAt", "updatedAt")),
	};
}

/** The lists of the form. This site's own lists have more in them. */
function formLists({ all, gliderJson }: OldData) {
	const among = (docs: readonly object[]) =>
		expect.arrayContaining(docs.map((doc) => expect.objectContaining(json(doc) as object)));
	return {
		regions: among(all("regions").map((one) => pick(one, "_id", "name"))),
		competitionClasses: among(all("competitionclasses").map((one) => pick(one, "_id", "name", "type"))),
		gliderTypes: among(all("glidertypes").map(gliderJson)),
		accomodationTypes: among(all("accomodationtypes").map((one) => pick(one, "_id", "name"))),
	};
}

function listOf({ classes, entryJson }: OldData, chosen: readonly Doc[], birthDate: (entry: Doc) => unknown) {
	const ordered = [
		...chosen.filter(({ isReserve }) => !isReserve),
		...chosen.filter(({ isReserve }) => isReserve),
	];
	return classes.map((one) => ({
		...pick(one, "_id", "name", "type"),
		registrations: ordered
			.filter(({ competitionClass }) => isSame(competitionClass, one._id))
			.map((entry) => ({ ...entryJson(entry), birthDate: birthDate(entry) ?? null })),
	}));
}

const acceptedOf = ({ entries, inOrder }: OldData) => inOrder(entries.filter((entry) => entry.accepted));
const publicList = (data: OldData) => listOf(data, acceptedOf(data), () => null);

function pilots(data: OldData) {
	return acceptedOf(data).map((entry) => ({
		_id: entry._id,
		startNumber: data.numberOf(entry),
		...pick(data.personOf(entry), "name", "surname"),
	}));
}

const userJson = (user: Doc) => ({
	...pick(user, "_id", "name", "surname", "admin"),
	id: user._id,
	email: String(user.email).toLowerCase(),
});

function ownAnswers({ entries, personOf, ownEntryJson }: OldData) {
	const own = entries.find((entry) => personOf(entry).email === oldPilot);
	if (!own) throw new Error(`${oldPilot} has no entry.`);
	return { "/auth/user": userJson(personOf(own)), "/registration": ownEntryJson(own) };
}

function adminAnswers(data: OldData) {
	const { all, entries, classes, inOrder, birthDate, registrationJson } = data;
	const bySurname = (a: Doc, b: Doc) =>
		byNumber.compare(String(a.surname), String(b.surname)) || byName.compare(String(a.name), String(b.name));
	return {
		"/users": all("users").toSorted(bySurname).map(userJson),
		"/starting-list/all": listOf(data, inOrder(entries), birthDate),
		"/starting-list/export": oldExport(data),
		...Object.fromEntries(entries.map((entry) => [`/registration/${entry._id}`, registrationJson(entry)])),
		...Object.fromEntries(
			classes.map(({ _id }) => [`/starting-list/export/seeyou/${_id}`, oldSeeYouExport(data, _id)]),
		),
	};
}

function dayAnswers(data: OldData) {
	const { all, get, days, dayJson, classJson, numberOf } = data;
	const pilotOf = (status: Doc) => get("registrations", status.pilot);
	const byPilot = (a: Doc, b: Doc) => byNumber.compare(numberOf(pilotOf(a)), numberOf(pilotOf(b)));
	const ofDay = (name: string, day: Doc) => all(name).filter((one) => isSame(one.day, day._id));
	const trackingJson = (one: Doc, day: Doc) => ({
		...pick(one, "_id", "taskUrl"),
		competitionClass: classJson(one.competitionClass),
		day: dayJson(day),
	});
	const statuses = (day: Doc) =>
		ofDay("competitorstatuses", day)
			.toSorted(byPilot)
			.map((status) => statusJson(data, status, pilotOf(status)));
	return {
		"/days": days.map(dayJson),
		...Object.fromEntries(days.map((day) => [`/competitorstatuses/${day._id}`, statuses(day)])),
		...Object.fromEntries(
			days.map((day) => [
				`/tracking/${day._id}`,
				ofDay("trackings", day).map((one) => trackingJson(one, day)),
			]),
		),
	};
}

function statusJson({ personOf, gliderOf, typeOf }: OldData, status: Doc, entry: Doc) {
	const { registrationNumber, startNumber } = gliderOf(entry);
	return {
		...pick(status, "_id", "day"),
		// The contract has no empty status.
		...(status.status === null ? { status: "DNF", unset: true } : pick(status, "status")),
		...pick(personOf(entry), "name", "surname"),
		glider: { gliderType: pick(typeOf(entry), "_id", "name"), registrationNumber, startNumber },
	};
}

function logAnswers({ all, get, days, classes, numberOf, personOf }: OldData) {
	const logsOf = (day: Doc, classId: unknown) =>
		all("igcfiles")
			.filter((file) => isSame(file.day, day._id))
			.map((file) => ({ file, entry: get("registrations", file.pilot) }))
			.filter(({ entry }) => isSame(entry.competitionClass, classId))
			.toSorted((a, b) => byNumber.compare(numberOf(a.entry), numberOf(b.entry)))
			// The name is made of day and number there as here, and the path is a link that is good for a while.
			.map(({ file, entry }) => ({
				...pick(file, "_id", "day", "downloaded", "processed", "createdAt", "updatedAt", "size"),
				startNumber: numberOf(entry),
				user: pick(personOf(entry), "name", "surname"),
			}));
	return Object.fromEntries(
		days.map((day) => [
			`/igc/${day._id}`,
			classes.map(({ _id, name }) => ({ _id, name, igcFiles: logsOf(day, _id) })),
		]),
	);
}

function resultAnswers({ all, days, classes, classJson }: OldData) {
	const scored = days.filter(({ task }) => task === "TASK");
	const resultJson = (row: Doc) => ({
		...pick(row, "position", "name", "aeroclub", "glider", "handicap", "points"),
		flightId: row.flightId ?? null,
	});
	const results = (classId: unknown, dayId: unknown) =>
		all("dailyresults")
			.filter((row) => isSame(row.competitionClass, classId) && isSame(row.day, dayId))
			.toSorted(
				(a, b) => Number(a.position) - Number(b.position) || byName.compare(String(a.name), String(b.name)),
			);
	const totals = (classId: unknown) =>
		results(classId, scored.at(-1)?._id)
			.map((row) => ({
				...resultJson(row),
				...{ position: row.position_total, points: row.points_total, flightId: null },
			}))
			.toSorted((a, b) => Number(a.position) - Number(b.position));
	const daysJson = scored.map((day) => ({ ...pick(day, "_id", "name"), date: dateOf(day) }));
	const top = classes.map(({ _id }) => ({ ...classJson(_id), results: totals(_id).slice(0, 3) }));
	const daily = classes.flatMap(({ _id: classId }) =>
		scored.map(({ _id: dayId }) => [
			`/results/daily/${classId}/${dayId}`,
			results(classId, dayId).map(resultJson),
		]),
	);
	return {
		"/results/top": { classes: top },
		"/results/daily/filters": { classes: classes.map(({ _id }) => ({ ...classJson(_id), days: daysJson })) },
		...Object.fromEntries(daily),
		...Object.fromEntries(classes.map(({ _id }) => [`/results/total/${_id}`, totals(_id)])),
	};
}
