import { datesBetween } from "~/lib/editions/prague-time";
import type {
	accommodationTypes,
	competitionClasses,
	competitionDays,
	gliderTypes,
	regions,
} from "~db/schema";
import type { Edition } from "~editions/schema";
import { clubGliders, eighteenMetreGliders } from "./gliders";
import { stableId } from "./stable-id";

/*
 * The first rows of every edition's database. Existing clients of the API translate the names by key, so the names must
 * not change. Ids are stable (stable-id.ts), so the seed can be repeated.
 */

const regionList = [
	{ name: "Morava", country: "CZ" },
	{ name: "Německo", country: "DE" },
	{ name: "Rakousko", country: "AT" },
	{ name: "Čechy 1.", country: "CZ" },
	{ name: "Čechy 2.", country: "CZ" },
] as const;

/** Clients of the API know these classes by these names; others have those of the edition. */
const knownNames: Readonly<Record<string, string>> = { club: "Klub", "18_meter": "Kombi" };

/** They stand in the order of the entry form: none, camp, hostel. */
const accommodationList = ["Děkuji, nemám zájem", "Kemp", "Ubytovna"] as const;

function regionRows({ year }: Edition): (typeof regions.$inferInsert)[] {
	return regionList.map((region) => ({ id: stableId(year, "region", region.name), ...region }));
}

function classRows({ year, classes }: Edition): (typeof competitionClasses.$inferInsert)[] {
	return classes.map(({ name, type, referenceIndex }) => ({
		id: stableId(year, "competition-class", type),
		name: knownNames[type] ?? name.cs,
		type,
		referenceIndex,
	}));
}

function gliderTypeRows({ year, classes }: Edition): (typeof gliderTypes.$inferInsert)[] {
	return classes.flatMap(({ type, kind }) =>
		(kind === "club" ? clubGliders : eighteenMetreGliders).map(([name, index]) => ({
			id: stableId(year, "glider-type", `${type}/${name}`),
			name,
			index,
			competitionClassType: type,
		})),
	);
}

function accommodationRows({ year }: Edition): (typeof accommodationTypes.$inferInsert)[] {
	return accommodationList.map((name) => ({ id: stableId(year, "accommodation-type", name), name }));
}

/** A day for each date of the competition, from `Den 1`. */
function dayRows({ year, competition }: Edition): (typeof competitionDays.$inferInsert)[] {
	return datesBetween(competition.from, competition.to).map((date, index) => ({
		id: stableId(year, "competition-day", date),
		name: `Den ${index + 1}`,
		date,
		task: "NO_TASK" as const,
		version: 1,
		updatedAt: new Date(competition.signupSince),
	}));
}

/** Rows by table, in an order that satisfies the references. */
export function referenceRows(edition: Edition) {
	return {
		regions: regionRows(edition),
		competitionClasses: classRows(edition),
		gliderTypes: gliderTypeRows(edition),
		accommodationTypes: accommodationRows(edition),
		competitionDays: dayRows(edition),
	};
}
