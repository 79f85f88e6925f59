import { apiNameOfClass } from "~/lib/editions/classes";
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

function regionRows({ year, regions: list }: Edition): (typeof regions.$inferInsert)[] {
	return list.map(({ key, country }) => ({ id: stableId(year, "region", key), name: key, country }));
}

function classRows({ year, classes }: Edition): (typeof competitionClasses.$inferInsert)[] {
	return classes.map(({ name, type, referenceIndex }) => ({
		id: stableId(year, "competition-class", type),
		name: apiNameOfClass({ type, name }),
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

function accommodationRows({ year, accommodation }: Edition): (typeof accommodationTypes.$inferInsert)[] {
	return accommodation.map(({ key }) => ({ id: stableId(year, "accommodation-type", key), name: key }));
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
