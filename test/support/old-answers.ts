import type { ObjectId } from "bson";
import type { Doc, OldSite } from "./old-site";

/*
 * What the API of the site before this one answers for its own data, by its schemas: call for call, independent of the code that takes the
 * data over.
 */

export interface OldAnswer {
	readonly path: string;
	readonly as: "visitor" | "administrator";
	readonly answer: unknown;
}

const byNumber = new Intl.Collator("cs", { numeric: true });
const byName = new Intl.Collator("cs");

/** As JSON: ids and times are texts. */
const json = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
const time = (doc: Doc, field: "createdAt" | "updatedAt") => (doc[field] as Date).toISOString();
const dateOf = (day: Doc) => new Date((day.date as Date).getTime() + 7_200_000).toISOString().slice(0, 10);
const isSame = (one: unknown, other: unknown) => String(one) === String(other);

export function oldAnswers({ collections, lost, odd }: OldSite): OldAnswer[] {
	const isLost = new Set(Object.values(lost));
	const all = (name: string) => (collections[name] ?? []).filter(({ _id }) => !isLost.has(_id.toHexString()));
	const get = (name: string, id: unknown): Doc => {
		const found = all(name).find(({ _id }) => isSame(_id, id));
		if (!found) throw new Error(`The old site has no ${String(id)} in ${name}.`);
		return found;
	};
	const pick = (doc: Doc, ...fields: string[]) =>
		Object.fromEntries(fields.flatMap((field) => (doc[field] === undefined ? [] : [[field, doc[field]]])));
	const classJson = (id: unknown) => pick(get("competitionclasses", id), "_id", "name", "type");
	const classes = all("competitionclasses").toSorted((a, b) =>
		byName.compare(String(a.name), String(b.name)),
	);
	const days = all("competitiondays").toSorted((a, b) => (dateOf(a) < dateOf(b) ? -1 : 1));
	const dayJson = (day: Doc) => ({ ...pick(day, "_id", "name", "task"), date: dateOf(day) });
	const entries = all("registrations");
	const gliderOf = (entry: Doc) => entry.glider as Record<string, unknown>;
	const numberOf = (entry: Doc) => String(gliderOf(entry).startNumber);
	const personOf = (entry: Doc) => get("users", entry.user);
	const inOrder = <T extends Doc>(docs: readonly T[]) =>
		docs.toSorted((a, b) => byNumber.compare(numberOf(a), numberOf(b)));

	const birthDate = (entry: Doc) => {
		if (isSame(entry._id, odd["Czech birth date"])) return "1971-03-05";
		return isSame(entry._id, odd["bad birth date"]) ? undefined : entry.birthDate;
	};
	const entryJson = (entry: Doc) => {
		const type = get("glidertypes", gliderOf(entry).gliderType);
		return {
			...pick(entry, "_id", "aeroclub", "paid", "accepted", "isReserve", "registrationCompleted"),
			fullName: `${personOf(entry).name} ${personOf(entry).surname}`,
			startNumber: numberOf(entry),
			gliderType: `${type.name} (${type.index})`,
			registrationNumber: gliderOf(entry).registrationNumber,
			competitionClass: get("competitionclasses", entry.competitionClass).name,
		};
	};
	const list = (chosen: readonly Doc[], more: (entry: Doc) => object) =>
		classes.map(({ _id, name, type }) => ({
			...{ _id, name, type },
			registrations: chosen
				.filter(({ competitionClass }) => isSame(competitionClass, _id))
				.map((entry) => ({ ...entryJson(entry), ...more(entry) })),
		}));
	const registrationJson = (entry: Doc) => {
		const glider = gliderOf(entry);
		const stay = entry.accomodation as Record<string, unknown>;
		return {
			...pick(entry, "_id", "phone", "aeroclub", "logger", "meals", "accepted", "paid", "isReserve"),
			...(birthDate(entry) ? { birthDate: birthDate(entry) } : {}),
			...(isSame(entry._id, odd["long note"]) ? {} : pick(entry, "note")),
			region: pick(get("regions", entry.region), "_id", "name"),
			competitionClass: classJson(entry.competitionClass),
			glider: {
				...glider,
				gliderType: pick(get("glidertypes", glider.gliderType), "_id", "name", "index", "handicap"),
			},
			accomodation: {
				quantity: stay.quantity,
				accomodationType: pick(get("accomodationtypes", stay.accomodationType), "_id", "name"),
			},
			registrationCompleted: entry.registrationCompleted,
			igcId: entry.igcId ?? null,
			user: pick(personOf(entry), "_id", "name", "surname"),
			createdAt: time(entry, "createdAt"),
			updatedAt: time(entry, "updatedAt"),
		};
	};
	const statusJson = (status: Doc) => {
		const entry = get("registrations", status.pilot);
		const { gliderType, registrationNumber, startNumber } = gliderOf(entry);
		return {
			...pick(status, "_id", "day"),
			// The contract has no empty status.
			...(status.status === null ? { status: "DNF", unset: true } : pick(status, "status")),
			...pick(personOf(entry), "name", "surname"),
			glider: {
				gliderType: pick(get("glidertypes", gliderType), "_id", "name"),
				registrationNumber,
				startNumber,
			},
		};
	};
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
	const scored = days.filter(({ task }) => task === "TASK");
	const totals = (classId: unknown) =>
		results(classId, scored.at(-1)?._id)
			.map((row) => ({
				...resultJson(row),
				position: row.position_total,
				points: row.points_total,
				flightId: null,
			}))
			.toSorted((a, b) => Number(a.position) - Number(b.position));

	const visitor = (path: string, answer: unknown) => ({ path, as: "visitor" as const, answer: json(answer) });
	const administrator = (path: string, answer: unknown) => ({
		path,
		as: "administrator" as const,
		answer: json(answer),
	});
	const reservesLast = (chosen: readonly Doc[]) => [
		...chosen.filter(({ isReserve }) => !isReserve),
		...chosen.filter(({ isReserve }) => isReserve),
	];
	const accepted = inOrder(entries.filter((entry) => entry.accepted));
	const newest = (field: "createdAt" | "updatedAt") => (a: Doc, b: Doc) =>
		time(a, field) < time(b, field) ? 1 : -1;
	const id = (doc: Doc): ObjectId => doc._id;
	return [
		visitor(
			"/api/news",
			all("news")
				.toSorted(newest("createdAt"))
				.map((item) => ({
					...pick(item, "_id", "title", "body", "createdAt", "updatedAt"),
					author: pick(get("users", item.author), "_id", "name", "surname"),
				})),
		),
		visitor(
			"/api/documents",
			all("documents")
				.toSorted(newest("updatedAt"))
				.map((one) => pick(one, "_id", "name", "size", "mimetype", "createdAt", "updatedAt")),
		),
		visitor("/api/days", days.map(dayJson)),
		visitor(
			"/api/starting-list",
			list(reservesLast(accepted), () => ({
				birthDate: null,
			})),
		),
		visitor(
			"/api/igc/form",
			accepted.map((entry) => ({
				_id: id(entry),
				startNumber: numberOf(entry),
				...pick(personOf(entry), "name", "surname"),
			})),
		),
		administrator(
			"/api/starting-list/all",
			list(reservesLast(inOrder(entries)), (entry) => ({ birthDate: birthDate(entry) ?? null })),
		),
		...entries.map((entry) => administrator(`/api/registration/${entry._id}`, registrationJson(entry))),
		administrator(
			"/api/users",
			all("users")
				.toSorted(
					(a, b) =>
						byNumber.compare(String(a.surname), String(b.surname)) ||
						byName.compare(String(a.name), String(b.name)),
				)
				.map((user) => ({
					...pick(user, "_id", "name", "surname", "admin"),
					id: user._id,
					email: String(user.email).toLowerCase(),
				})),
		),
		...days.flatMap((day) => [
			visitor(
				`/api/competitorstatuses/${day._id}`,
				all("competitorstatuses")
					.filter((status) => isSame(status.day, day._id))
					.toSorted((a, b) =>
						byNumber.compare(
							numberOf(get("registrations", a.pilot)),
							numberOf(get("registrations", b.pilot)),
						),
					)
					.map(statusJson),
			),
			visitor(
				`/api/tracking/${day._id}`,
				all("trackings")
					.filter((one) => isSame(one.day, day._id))
					.map((one) => ({
						...pick(one, "_id", "taskUrl"),
						competitionClass: classJson(one.competitionClass),
						day: dayJson(day),
					})),
			),
		]),
		...days.map((day) =>
			administrator(
				`/api/igc/${day._id}`,
				classes.map(({ _id, name }) => ({
					_id,
					name,
					igcFiles: all("igcfiles")
						.filter((file) => isSame(file.day, day._id))
						.map((file) => ({ file, entry: get("registrations", file.pilot) }))
						.filter(({ entry }) => isSame(entry.competitionClass, _id))
						.toSorted((a, b) => byNumber.compare(numberOf(a.entry), numberOf(b.entry)))
						// The name is made of day and number there as here, and the path is a link that is good for a while.
						.map(({ file, entry }) => ({
							...pick(file, "_id", "day", "downloaded", "processed", "createdAt", "updatedAt", "size"),
							startNumber: numberOf(entry),
							user: pick(personOf(entry), "name", "surname"),
						})),
				})),
			),
		),
		visitor("/api/results/daily/filters", {
			classes: classes.map(({ _id }) => ({
				...classJson(_id),
				days: scored.map((day) => ({ ...pick(day, "_id", "name"), date: dateOf(day) })),
			})),
		}),
		...classes.flatMap(({ _id }) => [
			...scored.map((day) =>
				visitor(`/api/results/daily/${_id}/${day._id}`, results(_id, day._id).map(resultJson)),
			),
			visitor(`/api/results/total/${_id}`, totals(_id)),
		]),
		visitor("/api/results/top", {
			classes: classes.map(({ _id }) => ({ ...classJson(_id), results: totals(_id).slice(0, 3) })),
		}),
	];
}
