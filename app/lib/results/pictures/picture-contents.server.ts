import { and, desc, eq, isNotNull } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { countStatuses, isInTheAir } from "~/lib/days/statuses/count-statuses.server";
import type { Db } from "~/lib/db/client.server";
import { isInForce, isPilotDay } from "~/lib/db/conditions.server";
import { flown, isGliderFlown } from "~/lib/db/flown.server";
import { read } from "~/lib/db/read.server";
import { nameOfClass } from "~/lib/editions/classes";
import { pragueDate } from "~/lib/editions/prague-time";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { isReplayed } from "~/lib/flights/replay/replay-queries.server";
import { formatDate } from "~/lib/i18n/format-dates";
import { formatPoints } from "~/lib/i18n/format-number";
import { languages } from "~/lib/i18n/language";
import { pick } from "~/lib/pick";
import { competitionDays, gliderTypes, igcFiles, pilotDays, registrations, tasks, users } from "~db/schema";
import type { Edition } from "~editions/schema";
import { type ClassTotal, lastDayOf, validDays } from "../class-total";
import { withTotal } from "../class-totals.server";
import { resultsOf, toResults } from "../results-queries.server";
import { podiumPlaces } from "../running-total";
import { type Shared, sharedPath } from "./shared-path";

interface PodiumRow {
	readonly place: number;
	readonly number: string;
	readonly name: string;
	readonly points: string;
}

/** All that a picture shows. Words of one language are in the title of the page, so one picture serves both languages. */
export interface PictureContent {
	/** Path of the stored object, and of the picture's address. */
	readonly path: string;
	readonly title: string;
	readonly lines: readonly string[];
	readonly podiums: readonly { readonly name: string; readonly rows: readonly PodiumRow[] }[];
	/** Null when there is nothing to draw on a map. */
	readonly map: {
		readonly taskId: string | null;
		/** Ids of the versions of logs: of the first three, or of one flight. */
		readonly logs: readonly string[];
	} | null;
}

/** The contents of the pictures of an edition, those that people share most first. They hold nothing that visitors cannot see. */
export async function pictureContents(ctx: Ctx): Promise<readonly PictureContent[]> {
	const today = pragueDate(ctx.now);
	const { flights, taskRows, erased, ...found } = await read(ctx.db, {
		classes: allClasses(ctx.db),
		statuses: countStatuses(ctx.db, today),
		flights: publicFlights(ctx.db),
		erased: ctx.db
			.select({ id: registrations.id })
			.from(registrations)
			.innerJoin(users, eq(users.id, registrations.userId))
			.where(isNotNull(users.erasedAt)),
		taskRows: ctx.db
			.select({ id: tasks.id, dayId: tasks.dayId, classId: tasks.competitionClassId })
			.from(tasks)
			.where(isInForce()),
		...resultsOf(ctx.db, {}),
	});
	const results = toResults(found, null);
	const classes = found.classes.map((one) =>
		withTotal(one, results, isInTheAir(found.statuses, one.id) ? today : null),
	);
	const facts = {
		edition: ctx.edition,
		classes: classes.flatMap(({ total, ...one }) => (total ? [{ ...one, total }] : [])),
		flights: ctx.edition.publishTracks ? flights : [],
		tasks: taskRows,
		erased: new Set(erased.map(({ id }) => id)),
	};
	return [
		...editionContents(facts),
		...dayContents(facts),
		...facts.classes.map((one) => totalContent(facts, one)),
		...flightContents(facts),
		...pilotContents(facts),
	];
}

/** Selects the flights whose page visitors can see, the newest first. */
function publicFlights(db: Db) {
	return db
		.select({
			id: igcFiles.id,
			versionId: igcFiles.currentVersionId,
			registrationId: registrations.id,
			classId: flown.classId,
			dayId: igcFiles.dayId,
			date: competitionDays.date,
			startNumber: flown.startNumber,
			...pick(users, "name", "surname"),
			glider: gliderTypes.name,
		})
		.from(igcFiles)
		.innerJoin(competitionDays, eq(competitionDays.id, igcFiles.dayId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.leftJoin(pilotDays, isPilotDay(igcFiles.dayId))
		.innerJoin(gliderTypes, isGliderFlown)
		.where(and(isNotNull(igcFiles.currentVersionId), isReplayed))
		.orderBy(desc(competitionDays.date), igcFiles.id);
}

interface ScoredClass {
	readonly id: string;
	readonly type: string;
	readonly total: ClassTotal;
}

interface Facts {
	readonly edition: Edition;
	readonly classes: readonly ScoredClass[];
	readonly flights: Awaited<ReturnType<typeof publicFlights>>;
	readonly tasks: readonly { readonly id: string; readonly dayId: string; readonly classId: string }[];
	/** Entries of erased people, who have no page. */
	readonly erased: ReadonlySet<string>;
}

/** Points as both languages write them. */
const written = (points: number) => formatPoints(points, "cs");
const dateOf = (date: string) => formatDate(date, "cs");

function classNameOf(edition: Edition, type: string): string {
	return [...new Set(languages.map((language) => nameOfClass(edition, type, language)))].join(" / ");
}

function toRow(row: ClassTotal["rows"][number], place: number, points: number): PodiumRow {
	return { place, number: row.startNumber ?? "", name: row.name, points: written(points) };
}

function totalPodium(edition: Edition, { type, total }: ScoredClass) {
	const rows = total.rows
		.filter(({ points }) => points > 0)
		.slice(0, podiumPlaces)
		.map((row) => toRow(row, row.position, row.points));
	return { name: classNameOf(edition, type), rows };
}

/** The first three of a day, with their entries. */
function dayPodium({ total }: ScoredClass, dayId: string) {
	const index = total.days.findIndex((day) => day.dayId === dayId);
	const scored = total.rows.flatMap((row) => {
		const points = row.days[index] ?? 0;
		return points > 0 ? [{ row, points }] : [];
	});
	return scored
		.toSorted((a, b) => b.points - a.points)
		.slice(0, podiumPlaces)
		.map(({ row, points }, _, all) => {
			const place = all.findIndex((other) => other.points === points) + 1;
			return { entryId: row.registrationId, ...toRow(row, place, points) };
		});
}

/** The task of a class on a day, and the tracks of the first three. */
function mapOfDay(facts: Facts, scored: ScoredClass, dayId: string): PictureContent["map"] {
	const task = facts.tasks.find((one) => one.dayId === dayId && one.classId === scored.id);
	const logs = dayPodium(scored, dayId).flatMap(({ entryId }) => {
		const flight = facts.flights.find((one) => one.dayId === dayId && one.registrationId === entryId);
		return flight?.versionId ? [flight.versionId] : [];
	});
	return task || logs.length > 0 ? { taskId: task?.id ?? null, logs } : null;
}

const content = (shared: Shared, shown: Omit<PictureContent, "path">): PictureContent => ({
	path: sharedPath(shared),
	...shown,
});

function editionContents({ edition, classes }: Facts): PictureContent[] {
	if (classes.length === 0) return [];
	return [
		content(
			{ kind: "edition" },
			{
				title: edition.title,
				lines: heldLines(edition, classes),
				podiums: classes.map((one) => totalPodium(edition, one)),
				map: null,
			},
		),
	];
}

/** Contents for the days and their classes, the newest day first. */
function dayContents(facts: Facts): PictureContent[] {
	const dates = new Map(
		facts.classes.flatMap(({ total }) => total.days.map(({ dayId, date }) => [date, dayId])),
	);
	return [...dates]
		.toSorted(([one], [other]) => (one < other ? 1 : -1))
		.flatMap(([date, dayId]) => {
			const flown = facts.classes.filter(({ total }) => total.days.some((day) => day.dayId === dayId));
			const podiumOf = (scored: ScoredClass) => ({
				name: classNameOf(facts.edition, scored.type),
				rows: dayPodium(scored, dayId).map(({ entryId: _, ...row }) => row),
			});
			const [first] = flown;
			const ofDay = content(
				{ kind: "day", date },
				{
					title: dateOf(date),
					lines: [],
					podiums: flown.map(podiumOf),
					map: first ? mapOfDay(facts, first, dayId) : null,
				},
			);
			const ofClasses = flown.map((scored) =>
				content(
					{ kind: "results", date, classId: scored.id },
					{
						title: classNameOf(facts.edition, scored.type),
						lines: [dateOf(date)],
						podiums: [{ ...podiumOf(scored), name: "" }],
						map: mapOfDay(facts, scored, dayId),
					},
				),
			);
			return [ofDay, ...ofClasses];
		});
}

/** Which days a total holds, as both languages read it. */
function heldLine({ total }: ScoredClass): string {
	const last = lastDayOf(total);
	return last ? `1–${validDays(total).length} · ${dateOf(last.date)}` : "";
}

/** The days of the totals of all classes: once, or by class where they differ. */
function heldLines(edition: Edition, classes: readonly ScoredClass[]): string[] {
	const lines = [...new Set(classes.map(heldLine))];
	if (lines.length === 1) return lines;
	return classes.map((one) => `${classNameOf(edition, one.type)}: ${heldLine(one)}`);
}

function totalContent(facts: Facts, scored: ScoredClass): PictureContent {
	const last = lastDayOf(scored.total);
	return content(
		{ kind: "total", classId: scored.id },
		{
			title: classNameOf(facts.edition, scored.type),
			lines: [heldLine(scored)],
			podiums: [{ ...totalPodium(facts.edition, scored), name: "" }],
			map: last ? mapOfDay(facts, scored, last.dayId) : null,
		},
	);
}

function flightContents(facts: Facts): PictureContent[] {
	return facts.flights.map(({ id, versionId, registrationId, classId, dayId, date, ...pilot }) => {
		const scored = facts.classes.find((one) => one.id === classId);
		const day = scored?.total.days.findIndex((one) => one.dayId === dayId) ?? -1;
		const points = scored?.total.rows.find((row) => row.registrationId === registrationId)?.days[day];
		const task = facts.tasks.find((one) => one.dayId === dayId && one.classId === classId);
		return content(
			{ kind: "flight", id },
			{
				title: pilot.startNumber,
				lines: [`${pilot.name} ${pilot.surname}`, pilot.glider, dateOf(date), points ? written(points) : ""],
				podiums: [],
				map: { taskId: task?.id ?? null, logs: versionId ? [versionId] : [] },
			},
		);
	});
}

/** Contents for every pilot with a result: place, points and the last flight. */
function pilotContents(facts: Facts): PictureContent[] {
	return facts.classes.flatMap(({ id: classId, total }) =>
		total.rows.flatMap((row) => {
			if (row.registrationId === null || row.points <= 0 || facts.erased.has(row.registrationId)) return [];
			const flight = facts.flights.find(({ registrationId }) => registrationId === row.registrationId);
			const task = facts.tasks.find((one) => one.dayId === flight?.dayId && one.classId === classId);
			return [
				content(
					{ kind: "pilot", id: row.registrationId },
					{
						title: row.startNumber ?? "",
						lines: [row.name, row.glider, `${row.position}. · ${written(row.points)}`],
						podiums: [],
						map: flight?.versionId ? { taskId: task?.id ?? null, logs: [flight.versionId] } : null,
					},
				),
			];
		}),
	);
}
