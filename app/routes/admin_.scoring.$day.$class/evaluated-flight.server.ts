import { and, eq, sql } from "drizzle-orm";
import type { ClassDay } from "~/lib/class-day";
import type { Db } from "~/lib/db/client.server";
import { first, read } from "~/lib/db/read.server";
import { glidersOfClass } from "~/lib/entries/classes-queries.server";
import { handicapOf, referenceOnDay } from "~/lib/entries/gliders";
import { flownRecordText } from "~/lib/flights/flown-record.server";
import { positionsOfTrace } from "~/lib/flights/igc-file/trace";
import { compareNames } from "~/lib/i18n/collate";
import { boundsOf, Viewport } from "~/lib/maps/viewport";
import { competitorsOfDay, storedScores } from "~/lib/scoring/scoring-queries.server";
import { drawTask, positionsOfTask, type TaskThumbnailDrawing } from "~/lib/tasks/draw-task.server";
import { taskInForce } from "~/lib/tasks/tasks-queries.server";
import { igcFiles, igcFileVersions, registrations, type TaskPoint, type Trace } from "~db/schema";

/** Reads a flight as it was evaluated, regardless of the scorer's decision. The form of a decision shows it beside its fields. */
export async function readEvaluatedFlight(db: Db, classDay: ClassDay, registrationId: string) {
	const { stored, competitors, task, log, gliders } = await read(db, {
		stored: first(storedScores(db, classDay)),
		competitors: competitorsOfDay(db, classDay),
		task: first(taskInForce(db, classDay)),
		log: first(scoredTrace(db, classDay, registrationId)),
		gliders: glidersOfClass(db, classDay.classId),
	});
	const competitor = competitors.find((one) => one.registrationId === registrationId);
	const row = stored?.sheet.rows.find((one) => one.registrationId === registrationId);
	return {
		flight: row?.flight ?? null,
		/** Null when the glider or the class has no index. */
		handicap: competitor ? handicapOf(competitor.index, competitor.referenceIndex) : null,
		/** The gliders that the scorer can name, each with its factor on that day. */
		gliders: gliders
			.toSorted((one, other) => compareNames(one.name, other.name))
			.map(({ name, index }) => ({
				name,
				handicap: handicapOf(index, competitor ? referenceOnDay(competitor) : null),
			})),
		drawing: log?.trace ? drawFlown(log.trace, task?.points ?? []) : null,
	};
}

export type EvaluatedFlight = Awaited<ReturnType<typeof readEvaluatedFlight>>;

/** The track of the log that scores, before one that does not. */
function scoredTrace(db: Db, { dayId }: ClassDay, registrationId: string) {
	return db
		.select({
			trace: sql`json_extract(${flownRecordText}, '$.trace')`.mapWith((text: string | null): Trace | null =>
				text === null ? null : JSON.parse(text),
			),
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.where(and(eq(igcFiles.dayId, dayId), eq(igcFiles.registrationId, registrationId)))
		.orderBy(
			sql`${igcFiles.standing} <> 'scores'`,
			sql`${igcFiles.continues} IS NOT NULL`,
			igcFiles.flightNumber,
		)
		.limit(1);
}

const format = { width: 480, leastHeight: 240, mostHeight: 320, margin: 16, leastExtentM: 10_000 };

/** Track and task without ground, small. */
function drawFlown(
	trace: Trace,
	points: readonly TaskPoint[],
): TaskThumbnailDrawing & { readonly track: string } {
	const track = positionsOfTrace(trace);
	const viewport = new Viewport(boundsOf([...track, ...positionsOfTask(points)]), format);
	return {
		width: viewport.width,
		height: viewport.height,
		track: viewport.line(track),
		...drawTask(viewport, points),
	};
}
