import { and, eq } from "drizzle-orm";
import type { Ctx, StaffCtx } from "~/lib/context";
import { dayByDate } from "~/lib/days/days-queries.server";
import type { Db } from "~/lib/db/client.server";
import { first, read } from "~/lib/db/read.server";
import { countsAmong, unconfirmedAmong } from "~/lib/desk/confirmed-reports";
import { pilotsOnGrid } from "~/lib/desk/grid-queries.server";
import { missedUntil, missingQueries, toMissing } from "~/lib/desk/missing-pilots.server";
import { closestApproach, timesAlong } from "~/lib/desk/near-flights";
import { positionsOf } from "~/lib/desk/note-position.server";
import type { Outlanding } from "~/lib/desk/outlandings-queries.server";
import { phonesAmong } from "~/lib/desk/phones.server";
import { type SafetyCard, safetyCardOf } from "~/lib/desk/safety-card.server";
import { entryById } from "~/lib/entries/entries-queries.server";
import { isArchived } from "~/lib/flights/archive-of-day.server";
import { errorPage } from "~/lib/http/page-guards.server";
import { formatChangeTime, formatClock, formatTime } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { heardOf, readDeskPositions, withPositions } from "~/lib/live/desk-live.server";
import { coordinate, type Position } from "~/lib/maps/geodesy";
import { lastLight } from "~/lib/maps/sunset";
import { pick } from "~/lib/pick";
import { groundAround } from "~/lib/tasks/charts/chart-ground";
import { chartsInForce } from "~/lib/tasks/charts/charts-queries.server";
import { versionLetter } from "~/lib/tasks/task-content";
import { shownTasks, taskInForceOf, taskLinesOfDate } from "~/lib/tasks/tasks-queries.server";
import { isConfirmed } from "~/lib/whose-word";
import {
	type FlightRecord,
	igcFiles,
	igcFileVersions,
	type lastPositions,
	registrations,
	type TaskPoint,
	users,
} from "~db/schema";
import { drawSearch } from "./draw-search.server";

/** The logs of a day, whole: they are read when somebody is missing, and then by few. */
function logsOfDay(db: Db, dayId: string) {
	return db
		.select({
			registrationId: registrations.id,
			flightId: igcFiles.id,
			standing: igcFiles.standing,
			...pick(registrations, "startNumber", "registrationNumber", "phone"),
			...pick(users, "name", "surname"),
			receipt: igcFileVersions.receipt,
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(and(eq(igcFiles.dayId, dayId), isArchived));
}

type Log = Awaited<ReturnType<typeof logsOfDay>>[number];

/** @throws a response of status 404 for a day or an entry that there is not */
export async function readMissing(ctx: StaffCtx<"desk">, date: string, pilot: string) {
	const { day, entry } = await read(ctx.db, {
		day: first(dayByDate(ctx.db, date)),
		entry: first(entryById(ctx.db, pilot)),
	});
	if (!day || !entry) throw errorPage("not-found");
	return { day, entry };
}

type Noted = Pick<typeof lastPositions.$inferSelect, "latitude" | "longitude" | "seenAt">;

/** All that the rescue centre asks for. */
export async function readOverdue(ctx: StaffCtx<"desk">, date: string, pilot: string) {
	const { day, entry } = await readMissing(ctx, date, pilot);
	const { positions, lines, logs, flown, card, onGrid, ...charts } = await read(ctx.db, {
		positions: positionsOf(ctx.db, day.id, entry.id),
		lines: taskLinesOfDate(ctx.db, day.date),
		logs: logsOfDay(ctx.db, day.id),
		flown: first(taskInForceOf(ctx.db, day.date, entry.competitionClass.type)),
		card: first(safetyCardOf(ctx.db, entry.id)),
		onGrid: pilotsOnGrid(ctx.db, day.date),
		...chartsInForce(ctx.db),
	});
	const [night, live] = await Promise.all([
		read(ctx.db, missingQueries(ctx.db, day.date, day.date)),
		readDeskPositions(ctx),
	]);
	const heard = heardOf(ctx, live, { id: entry.id, date: day.date });
	const seen = withLivePosition(positions, heard);
	const own = night.reports.filter(({ registrationId }) => registrationId === entry.id);
	const points = flown?.points ?? [];
	const launches = (onGrid.find(({ id }) => id === entry.id)?.launches ?? []).map((at) => new Date(at));
	const others = logs.filter(({ registrationId }) => registrationId !== entry.id);
	return {
		date: day.date,
		pilot: toPilot(entry, own, card),
		task: shownTasks(lines)
			.map(({ number, ...task }) => ({ ...task, version: versionLetter(number) }))
			.find(({ classType }) => classType === entry.competitionClass.type),
		positions: seen.map((noted) => toPosition(noted, others)),
		/** What nobody has confirmed. It stands below all else. */
		unconfirmed: unconfirmedOf(own),
		/** As the red list says it; null for somebody who is not on it. */
		lastSign:
			withPositions(ctx, toMissing(ctx, night), live).find(({ id }) => id === entry.id)?.lastSign ?? null,
		card: card ?? null,
		/** When no position is known, it lists leg by leg who flew there and when. */
		along: seen.length > 0 ? [] : alongTask(points, launches[0] ?? null, others),
		drawing: drawSearch({
			points,
			airfield: ctx.edition.airfield,
			positions: seen.map((one) => ({ ...one, text: formatTime(one.seenAt, ctx.language) })),
			fields: countsAmong(night.reports).flatMap(({ latitude, longitude, startNumber }) =>
				latitude === null || longitude === null ? [] : { latitude, longitude, text: startNumber },
			),
			ground: await groundAround(ctx, charts, [...seen, ...points]),
		}),
		/** The ages of positions are those of this moment. */
		readAt: ctx.now,
		words: wordsOf(ctx, {
			date: day.date,
			launches,
			isOgn: heard !== null,
			trouble: ctx.now < missedUntil(day.date) ? live.trouble : null,
		}),
		hasLogs: logs.length > 0,
		rescue: (ctx.edition.rescue ?? []).map(({ name, phone }) => ({ name: name[ctx.language], phone })),
	};
}

interface SaidOfDay {
	/** Local. */
	readonly date: string;
	readonly launches: readonly Date[];
	/** Whether a position on the map is of the Open Glider Network. */
	readonly isOgn: boolean;
	/** That nothing is heard of it, in words. */
	readonly trouble: string | null;
}

function wordsOf({ now, language, edition }: Ctx, { date, launches, isOgn, trouble }: SaidOfDay) {
	const { t } = textsOf(language);
	const time = (at: Date) => formatTime(at, language);
	const light = lastLight(date, edition.airfield);
	return {
		readAt: t("overdue.readAt", { time: formatChangeTime(now, language) }),
		launched: launches.length > 0 && t("overdue.launched", { time: launches.map(time).join(", ") }),
		light: light && t("overdue.light", { sunset: time(light.sunset), dusk: time(light.dusk) }),
		map: t("overdue.map"),
		legend: [t("overdue.map.legend"), isOgn && t("live.source")].filter(Boolean).join(" "),
		whyLogs: t("overdue.logs.why"),
		trouble,
	};
}

type Entry = Awaited<ReturnType<typeof readMissing>>["entry"];

function toPilot(entry: Entry, own: readonly Outlanding[], card: SafetyCard | undefined) {
	const { id, startNumber, registrationNumber, user, gliderType, competitionClass } = entry;
	return {
		...{ id, startNumber, registrationNumber },
		fullName: `${user.name} ${user.surname}`,
		gliderType: gliderType.name,
		classType: competitionClass.type,
		phones: phonesAmong([entry.phone, ...own.filter(isConfirmed).map(({ phone }) => phone)]),
		crewPhone: card?.crewPhone ?? null,
	};
}

/** A position that the desk has noted, or that of the Open Glider Network. */
interface Seen extends Noted, Pick<typeof lastPositions.$inferSelect, "id" | "source"> {
	/** Place, height and speed in words; null for a note. */
	readonly words: string | null;
}

/** The positions, the latest first, the last one of the network among them. */
function withLivePosition(noted: readonly Omit<Seen, "words">[], heard: ReturnType<typeof heardOf>): Seen[] {
	const notes = noted.map((one) => ({ ...one, words: null }));
	if (!heard) return notes;
	const place = { ...pick(heard.last, "latitude", "longitude"), seenAt: heard.at };
	return [{ ...place, id: ogn, source: "OGN", words: heard.text }, ...notes].toSorted(
		(one, other) => other.seenAt.getTime() - one.seenAt.getTime(),
	);
}

/** Stands for an id where a position is no note. */
const ogn = "ogn";

function toPosition({ id, latitude, longitude, seenAt, source, words }: Seen, others: readonly Log[]) {
	return {
		id,
		text: inDegrees({ latitude, longitude }),
		seenAt,
		source,
		/** What the desk can note: the network forgets its position within a day. Null for a note. */
		live:
			words === null
				? null
				: { words, position: `${latitude} ${longitude}`, time: formatClock(seenAt, "en"), source },
		/** Who flew near, by the logs. */
		near: nearOf({ latitude, longitude, seenAt }, others),
	};
}

const inDegrees = ({ latitude, longitude }: Position) =>
	`${coordinate(latitude, "N", "S")}, ${coordinate(longitude, "E", "W")}`;

function unconfirmedOf(own: readonly Outlanding[]) {
	const { shown, more } = unconfirmedAmong(own);
	return {
		shown: shown.map(({ latitude, longitude, place, phone, ...report }) => ({
			...pick(report, "id", "sender", "isHurt", "near", "note", "createdAt"),
			/** The place in words, and where it is. */
			places: [
				...(place ? [place] : []),
				...(latitude === null || longitude === null ? [] : [inDegrees({ latitude, longitude })]),
			],
			phones: phonesAmong([phone]),
		})),
		more,
	};
}

export type Overdue = Awaited<ReturnType<typeof readOverdue>>;

function nearOf(last: Noted, logs: readonly Log[]) {
	return logs
		.flatMap(({ receipt, name, surname, ...pilot }) => {
			const { trace, figures }: FlightRecord = receipt;
			const midnight = Date.parse(`${figures.date}T00:00:00Z`);
			const approach = trace && closestApproach(trace, last, (last.seenAt.getTime() - midnight) / 1000);
			if (!approach) return [];
			return {
				...pick(pilot, "flightId", "standing", "startNumber", "registrationNumber", "phone"),
				fullName: `${name} ${surname}`,
				distanceM: approach.distanceM,
				at: new Date(midnight + approach.time * 1000),
			};
		})
		.toSorted((one, other) => one.distanceM - other.distanceM);
}

/** Lists who flew along each leg of a task after a launch, in the order of time; those of whom only an unconfirmed log says it come last. */
function alongTask(points: readonly TaskPoint[], launch: Date | null, logs: readonly Log[]) {
	return points.slice(1).map((to, index) => {
		const from = points[index] ?? to;
		const pilots = logs.flatMap(({ receipt, name, surname, ...pilot }) => {
			const { trace, figures }: FlightRecord = receipt;
			const midnight = Date.parse(`${figures.date}T00:00:00Z`);
			const since = launch ? (launch.getTime() - midnight) / 1000 : 0;
			const found = trace && timesAlong(trace, from, to, since);
			if (!found) return [];
			const at = (seconds: number) => new Date(midnight + seconds * 1000);
			return {
				...pick(pilot, "flightId", "standing", "startNumber", "phone"),
				fullName: `${name} ${surname}`,
				first: at(found.first),
				last: at(found.last),
			};
		});
		return {
			from: from.name,
			to: to.name,
			pilots: pilots.toSorted(
				(one, other) =>
					Number(isConfirmed(other)) - Number(isConfirmed(one)) ||
					one.first.getTime() - other.first.getTime(),
			),
		};
	});
}
