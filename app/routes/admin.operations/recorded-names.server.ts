import type { Ctx } from "~/lib/context";
import { allDays } from "~/lib/days/days-queries.server";
import type { Db } from "~/lib/db/client.server";
import { nameOfClass } from "~/lib/editions/classes";
import { allClasses, allGliderTypes } from "~/lib/entries/classes-queries.server";
import { dayName } from "~/lib/i18n/format-dates";
import { texts, textsOf } from "~/lib/i18n/i18n.server";
import { pilotStatuses, resultStatuses, taskStatuses } from "~db/enums";
import { accommodationTypes, dutyLinks, regions, registrations, users } from "~db/schema";
import type { RecordedChange, RecordedValue } from "./recorded-change";

/** Queries for what the log names by ids. */
export function namedRecords(db: Db) {
	return {
		days: allDays(db),
		classes: allClasses(db),
		gliders: allGliderTypes(db),
		places: db.select({ id: regions.id, name: regions.name }).from(regions),
		beds: db.select({ id: accommodationTypes.id, name: accommodationTypes.name }).from(accommodationTypes),
		links: db.select({ id: dutyLinks.id, name: dutyLinks.name }).from(dutyLinks),
		users: db.select({ id: users.id, name: users.name, surname: users.surname }).from(users),
		entries: db.select({ id: registrations.id, userId: registrations.userId }).from(registrations),
	};
}

type Found = {
	[Name in keyof ReturnType<typeof namedRecords>]: Awaited<ReturnType<typeof namedRecords>[Name]>;
};

/** The texts of a field's keys. */
const wordedBy: Readonly<Record<string, readonly string[]>> = {
	kind: ["taskAdmin.build.kind", "chart"],
	outcome: ["protest.outcome"],
	sender: ["igc.sender"],
	source: ["results.source"],
	standing: ["audit.value"],
	state: ["task.state", "outlanding.state", "audit.value"],
};

/** Puts words in the place of ids and keys; what has none stays as it was recorded. */
export function inWords({ edition, language }: Ctx, found: Found) {
	const { t } = textsOf(language);
	const own: Readonly<Record<string, string>> = texts[language];
	const classNames = found.classes.map(({ id, type }) => [id, type, nameOfClass(edition, type, language)]);
	const people = found.users.map(({ id, name, surname }) => [id, `${surname} ${name}`] as const);
	const personOf = new Map(people);
	const names = new Map<string, string>([
		...people,
		...found.entries.map(({ id, userId }) => [id, personOf.get(userId) ?? id] as const),
		...found.days.map(({ id, name }) => [id, dayName(t, name)] as const),
		...classNames.flatMap(([id = "", type = "", name = ""]) => [[id, name] as const, [type, name] as const]),
		...[...found.gliders, ...found.places, ...found.beds, ...found.links].map(
			({ id, name }) => [id, name] as const,
		),
		...pilotStatuses.map((state) => [state, t(`competitorStatus.${state}`)] as const),
		...taskStatuses.map((task) => [task, t(`competitionDay.task.${task}`)] as const),
		...resultStatuses.map((status) => [status, t(`results.status.${status}`)] as const),
	]);
	const worded = (field: string, value: RecordedValue | undefined) =>
		typeof value === "string" ? (names.get(value) ?? wordOf(field, value) ?? value) : value;
	const wordOf = (field: string, value: string) =>
		wordedBy[field]?.map((texts) => own[`${texts}.${value}`]).find((word) => word !== undefined);
	const fieldOf = (field: string) =>
		own[`audit.field.${field}`] ?? own[`registration.field.${field}`] ?? field;
	return ({ field, before, after }: RecordedChange): RecordedChange => ({
		field: fieldOf(field),
		before: worded(field, before),
		after: worded(field, after),
	});
}
