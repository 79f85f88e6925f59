import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Ctx } from "~/lib/context";
import { allDays } from "~/lib/days/days-queries.server";
import type { Db } from "~/lib/db/client.server";
import { isScoring } from "~/lib/db/conditions.server";
import { read } from "~/lib/db/read.server";
import { takesLogs } from "~/lib/editions/opening-times";
import { isCompetitor } from "~/lib/entries/entries-queries.server";
import { formatDate } from "~/lib/i18n/format-dates";
import { pick } from "~/lib/pick";
import { done, type FieldErrors, type Result, refuse } from "~/lib/result";
import { igcFiles, igcFileVersions, type LogIdentity, registrations, users } from "~db/schema";
import type { igcUploadSchema } from "../igc-schemas";
import { matchDay, ownerOf } from "./match-log";

/** Selects what the entries say about the signs by which a log is matched. */
export function entriesToMatch(db: Db) {
	return db
		.select({
			...pick(registrations, "id", "userId", "startNumber", "registrationNumber", "logger"),
			...pick(users, "name", "surname"),
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(isCompetitor);
}

/** Selects the recorders of the logs that score, once for each competitor. Logs that do not score prove nothing. */
export function recordersOfLogs(db: Db) {
	const partOf = (part: "maker" | "serial") =>
		sql<string>`json_extract(${igcFileVersions.receipt}, ${`$.figures.recorder.${part}`})`;
	return db
		.selectDistinct({
			registrationId: igcFiles.registrationId,
			maker: partOf("maker"),
			serial: partOf("serial"),
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.where(isScoring);
}

type PilotAndDay = Pick<z.infer<typeof igcUploadSchema>, "pilot" | "day">;

/**
 * Finds the competitor and the day of a log when its sender has not given them. Refuses with `invalid-pilot` or `invalid-day` when
 * the log does not show them clearly; the sender is then asked.
 * @param accountId account of a signed-in competitor; it decides nothing against the signs of the log
 */
export async function findPilotAndDay(
	{ db, edition, now, language }: Ctx,
	log: LogIdentity,
	{ pilot, day }: PilotAndDay,
	accountId: string | null,
): Promise<Result<Required<PilotAndDay>, "invalid-pilot" | "invalid-day">> {
	const { rows, recorders, days } = await read(db, {
		rows: entriesToMatch(db),
		recorders: recordersOfLogs(db),
		days: allDays(db),
	});
	const entries = rows.map((row) => ({
		...row,
		recorders: recorders.filter(({ registrationId }) => registrationId === row.id),
	}));
	const own = rows.find(({ userId }) => userId === accountId)?.id ?? null;
	const owner = pilot === undefined ? ownerOf(log, entries, own) : { entryId: pilot };
	const openDays = days.filter((one) => takesLogs(edition, one, now));
	const dayId = day ?? matchDay(log, openDays)?.id;
	const errors: FieldErrors = {
		...("because" in owner && {
			pilot: `igc.ask.${owner.because}?${new URLSearchParams({ pilots: owner.pilots })}`,
		}),
		...(!dayId && { day: `igc.ask.day?${new URLSearchParams({ date: formatDate(log.date, language) })}` }),
	};
	if ("because" in owner) return refuse("invalid-pilot", errors);
	if (!dayId) return refuse("invalid-day", errors);
	return done({ pilot: owner.entryId, day: dayId });
}
