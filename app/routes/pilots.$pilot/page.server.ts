import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { may } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { allDays } from "~/lib/days/days-queries.server";
import { countStatuses, isInTheAir } from "~/lib/days/statuses/count-statuses.server";
import type { Db } from "~/lib/db/client.server";
import { isScoring } from "~/lib/db/conditions.server";
import { read } from "~/lib/db/read.server";
import { classTypesOf, nameOfClass } from "~/lib/editions/classes";
import { dayPath } from "~/lib/editions/competition-day";
import { pragueDate } from "~/lib/editions/prague-time";
import { foldedColumn } from "~/lib/entries/check-entry.server";
import { isCompetitor, markColumns, marksOf } from "~/lib/entries/entries-queries.server";
import { entryPath } from "~/lib/entries/entry-paths";
import { handicapOf } from "~/lib/entries/gliders";
import { namedPilots, pilotPath } from "~/lib/entries/pilot-path";
import { comparePath, flightPath } from "~/lib/flights/flight-paths";
import { foldedNumber } from "~/lib/i18n/collate";
import { textsOf } from "~/lib/i18n/i18n.server";
import { publicPlaceOf } from "~/lib/live/live-map.server";
import { pick } from "~/lib/pick";
import { classTotal, lastDayOf } from "~/lib/results/class-total";
import type { DayResult } from "~/lib/results/day-result";
import { resultsPath } from "~/lib/results/results-address";
import { resultsOf, toResults } from "~/lib/results/results-queries.server";
import { scorePath, shownPlace } from "~/lib/scoring/day-scores";
import { auditLog, competitionClasses, gliderTypes, igcFiles, registrations, users } from "~db/schema";

/** Selects the competitors with one of some numbers. An erased person has no page. */
function competitorsNumbered(db: Db, numbers: readonly string[]) {
	return competitors(db, inArray(foldedColumn(registrations.startNumber), [...numbers]));
}

function competitors(db: Db, condition: ReturnType<typeof inArray>) {
	return (
		db
			.select({
				...pick(registrations, "id", "userId", "accepted", "startNumber", "registrationNumber"),
				...pick(users, "name", "surname"),
				aeroclub: registrations.aeroclub,
				...markColumns,
				gliderName: gliderTypes.name,
				gliderIndex: gliderTypes.index,
				referenceIndex: competitionClasses.referenceIndex,
				classId: competitionClasses.id,
				classType: competitionClasses.type,
			})
			.from(registrations)
			.innerJoin(users, eq(users.id, registrations.userId))
			.innerJoin(gliderTypes, eq(gliderTypes.id, registrations.gliderTypeId))
			.innerJoin(competitionClasses, eq(competitionClasses.id, registrations.competitionClassId))
			.where(and(condition, isCompetitor, sql`${users.erasedAt} IS NULL`))
			// A number that somebody gave up belongs to the one who flies with it.
			.orderBy(desc(registrations.accepted))
	);
}

type Competitor = Awaited<ReturnType<typeof competitors>>[number];

const numberChanges = ["registration.update", "registration.amend", "registration.accept-change"];

/** The competitor who had a number last, as the audit log knows. */
async function formerlyNumbered(db: Db, number: string): Promise<Competitor | undefined> {
	const before = sql`upper(replace(json_extract(${auditLog.before}, '$.startNumber'), ' ', ''))`;
	const [change] = await db
		.select({ entryId: auditLog.subjectId })
		.from(auditLog)
		.where(and(inArray(auditLog.action, numberChanges), sql`${before} = ${number}`))
		.orderBy(desc(auditLog.at))
		.limit(1);
	if (!change?.entryId) return undefined;
	const [found] = await competitors(db, eq(registrations.id, change.entryId));
	return found;
}

/** Finds what an address leads to: a pilot, the choice of two who share the number, another address, or nothing. */
export async function findPilot(ctx: Ctx, text: string, shared: readonly string[]) {
	const named = namedPilots(text, classTypesOf(ctx.edition));
	const found = await competitorsNumbered(
		ctx.db,
		named.map(({ number }) => number),
	);
	for (const { number, classType } of named) {
		const all = found.filter(
			(one) => foldedNumber(one.startNumber) === number && (classType ?? one.classType) === one.classType,
		);
		// A competitor who has withdrawn leaves the number to one who flies with it in the class.
		const pilots = all.filter(
			(one, index) => all.findIndex(({ classType }) => classType === one.classType) === index,
		);
		const [first] = pilots;
		if (!first) continue;
		if (pilots.length > 1) return { choice: pilots.map((one) => toChoice(one)) };
		const path = pilotPath(first, shared);
		return path === `/pilots/${encodeURIComponent(text)}` ? { pilot: first } : { path };
	}
	const former = await formerlyNumbered(ctx.db, named[0]?.number ?? "");
	return former ? { path: pilotPath(former, shared) } : null;
}

function toChoice({ id, startNumber, name, surname, classType }: Competitor) {
	return { id, startNumber, fullName: `${name} ${surname}`, classType };
}

/** A pilot's competition: every day, and the place after each. */
export async function readPilot(ctx: Ctx, pilot: Competitor) {
	const { db, edition, language, now } = ctx;
	const today = pragueDate(now);
	const [found, live] = await Promise.all([
		read(db, {
			days: allDays(db),
			statuses: countStatuses(db, today),
			...resultsOf(db, { classId: pilot.classId }),
			flights: flightsOf(db, pilot.id),
		}),
		publicPlaceOf(ctx, pilot.id),
	]);
	const results = toResults(found, null);
	const total = classTotal(results, isInTheAir(found.statuses, pilot.classId) ? today : null);
	const { rows = [], disqualified = [] } = total ?? {};
	const row = [...rows, ...disqualified].find(({ registrationId }) => registrationId === pilot.id);
	const { userId, accepted: _, name, surname, gliderIndex, referenceIndex, ...shown } = pilot;
	return {
		...shown,
		handicap: handicapOf(gliderIndex, referenceIndex),
		/** What people call the class. */
		className: nameOfClass(edition, pilot.classType, language),
		fullName: `${name} ${surname}`,
		...marksOf(pilot),
		isOwn: ctx.actor?.id === userId,
		/** Where the pilot is now; null where that is not shown. */
		live,
		entryPath: may(ctx, "entries") ? entryPath(pilot.id) : null,
		total: row &&
			total && {
				status: total.status,
				leftOut: total.leftOut,
				position: row.points > 0 && !row.disqualification ? row.position : null,
				points: row.points,
				gap: row.gap,
				path: resultsPath({ view: "total", classId: pilot.classId }),
				competitors: total.rows.length,
				dayNames: total.days.map(({ dayName }) => dayName),
				after: lastDayOf(total) ?? null,
				places: row.places,
			},
		days: found.days.flatMap((day) => {
			const ofDay = results.find(({ dayId }) => dayId === day.id);
			const result = ofDay?.rows.find(({ registrationId }) => registrationId === pilot.id);
			const flight = found.flights.find(({ dayId }) => dayId === day.id);
			if (!result && !flight) return [];
			return [
				{
					...toPilotDay(ctx, pilot, day, { result, flight }),
					/** Says that the total does not include the day; null when it does. */
					leftOut: total?.leftOut === day.name ? textsOf(language).t("results.leftOut") : null,
				},
			];
		}),
	};
}

function toPilotDay(
	ctx: Ctx,
	pilot: Competitor,
	{ id, name, date }: { readonly id: string; readonly name: string; readonly date: string },
	{
		result,
		flight,
	}: { readonly result: DayResult | undefined; readonly flight: { readonly id: string } | undefined },
) {
	const isExplained = result?.ours?.isExplained === true;
	return {
		date,
		name,
		path: dayPath(ctx.edition, date),
		place: result ? shownPlace({ rank: result.place, points: result.points }) : null,
		points: result?.points ?? null,
		status: result?.status ?? null,
		speedKmh: result?.speedKmh ?? result?.ours?.speedKmh ?? null,
		distanceM: result?.distanceM ?? result?.ours?.distanceM ?? null,
		score: isExplained ? scorePath(id, pilot.id) : null,
		flight: flight && flightPath(ctx, { id: flight.id, isCompetitor: true, standing: "scores" }),
		compare: flight && isExplained ? comparePath(flight.id) : null,
	};
}

export type PilotPage = Awaited<ReturnType<typeof readPilot>>;
export type PilotDay = PilotPage["days"][number];

/** Selects the flights of an entry that score, the first of a day first. */
function flightsOf(db: Db, registrationId: string) {
	return db
		.select({ dayId: igcFiles.dayId, id: igcFiles.id })
		.from(igcFiles)
		.where(and(eq(igcFiles.registrationId, registrationId), isScoring))
		.orderBy(igcFiles.flightNumber);
}
