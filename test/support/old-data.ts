import type { Doc } from "./old-making";
import type { OldSite } from "./old-site";

/* What the site before this one holds, without what is lost on the way, and in the words of its API. */

export const byNumber = new Intl.Collator("cs", { numeric: true });
export const byName = new Intl.Collator("cs");

export const time = (doc: Doc, field: "createdAt" | "updatedAt") => (doc[field] as Date).toISOString();
export const dateOf = (day: Doc) =>
	new Date((day.date as Date).getTime() + 7_200_000).toISOString().slice(0, 10);
export const isSame = (one: unknown, other: unknown) => String(one) === String(other);

export const pick = (doc: Doc, ...fields: string[]) =>
	Object.fromEntries(fields.flatMap((field) => (doc[field] === undefined ? [] : [[field, doc[field]]])));

export type OldData = ReturnType<typeof readOldSite>;

export function readOldSite({ collections, lost, odd }: OldSite) {
	const isLost = new Set(Object.values(lost));
	const all = (name: string) => (collections[name] ?? []).filter(({ _id }) => !isLost.has(_id.toHexString()));
	const get = (name: string, id: unknown): Doc => {
		const found = all(name).find(({ _id }) => isSame(_id, id));
		if (!found) throw new Error(`The old site has no ${String(id)} in ${name}.`);
		return found;
	};
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
	const noteOf = (entry: Doc) => (isSame(entry._id, odd["long note"]) ? undefined : entry.note);
	const typeOf = (entry: Doc) => get("glidertypes", gliderOf(entry).gliderType);
	/** A handicap is what the index makes here: another one is named by the move, and kept by results and days. */
	const gliderJson = (type: Doc) => ({
		...pick(type, "_id", "name", "index"),
		...(isSame(type._id, odd["another handicap"]) ? {} : pick(type, "handicap")),
	});
	const entryJson = (entry: Doc) => {
		const type = typeOf(entry);
		return {
			...pick(entry, "_id", "aeroclub", "paid", "accepted", "isReserve", "registrationCompleted"),
			fullName: `${personOf(entry).name} ${personOf(entry).surname}`,
			startNumber: numberOf(entry),
			gliderType: `${type.name} (${type.index})`,
			registrationNumber: gliderOf(entry).registrationNumber,
			competitionClass: get("competitionclasses", entry.competitionClass).name,
		};
	};
	const ownEntryJson = (entry: Doc) => {
		const glider = gliderOf(entry);
		const stay = entry.accomodation as Record<string, unknown>;
		return {
			...pick(entry, "_id", "phone", "aeroclub", "logger", "meals", "accepted", "paid", "isReserve"),
			...(birthDate(entry) ? { birthDate: birthDate(entry) } : {}),
			...(noteOf(entry) ? { note: noteOf(entry) } : {}),
			region: pick(get("regions", entry.region), "_id", "name"),
			competitionClass: classJson(entry.competitionClass),
			glider: { ...glider, gliderType: gliderJson(typeOf(entry)) },
			accomodation: {
				quantity: stay.quantity,
				accomodationType: pick(get("accomodationtypes", stay.accomodationType), "_id", "name"),
			},
			createdAt: time(entry, "createdAt"),
			updatedAt: time(entry, "updatedAt"),
		};
	};
	const registrationJson = (entry: Doc) => ({
		...ownEntryJson(entry),
		registrationCompleted: entry.registrationCompleted,
		igcId: entry.igcId ?? null,
		user: {
			...pick(personOf(entry), "_id", "name", "surname"),
			email: String(personOf(entry).email).toLowerCase(),
		},
	});
	return {
		...{
			all,
			get,
			classJson,
			classes,
			days,
			dayJson,
			entries,
			gliderOf,
			gliderJson,
			numberOf,
			personOf,
			typeOf,
		},
		...{ inOrder, birthDate, noteOf, entryJson, ownEntryJson, registrationJson },
	};
}
