import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { igcFiles, igcFileVersions } from "~db/schema";
import { sameFlightShare } from "../igc-file/flight-figures";
import { standingAlone } from "./log-standing.server";

interface PilotDay {
	readonly registrationId: string;
	readonly dayId: string;
}

const figure = (path: string) => sql`json_extract(receipt, ${`$.figures.${path}`})`;

/** Seconds since 1970 of a time of a log, which counts from the midnight of its date. */
const moment = (path: "takeOff" | "landing" | "firstFix" | "lastFix") =>
	sql`(unixepoch(${figure("date")}) + ${figure(path)})`;

/** Whether the entry named the recorder when its first log of the flight came. */
const wasNamed = sql`(SELECT earliest.is_named_recorder FROM ${igcFileVersions} AS earliest
	WHERE earliest.igc_file_id = file.id ORDER BY earliest.created_at LIMIT 1)`;

const serial = figure("recorder.serial");

/**
 * The current logs of a competitor's day, each with its recorder, its times and its part of `flownAs`. The recorder is null without a
 * serial of its own (see `hasSerial`). Of several recorders the one that somebody has chosen comes first, then the one that the entry
 * named before the log came (Annex A 2025, 5.4), then the one whose log came first.
 */
const currentLogs = ({ registrationId, dayId }: PilotDay): SQL => sql`logs AS MATERIALIZED (
	SELECT file.id, file.standing, file.fills_gaps, sha256, recorder, begins, ends, begins_in_air, ends_in_air,
		sha256 || CASE clock_shift WHEN 0 THEN '' ELSE '@' || clock_shift END AS part,
		min(CASE WHEN file.chosen_by IS NOT NULL THEN 0 WHEN ${wasNamed} THEN 1 ELSE 2 END) OVER same AS preference,
		min(file.created_at) OVER same AS came_at, min(file.flight_number) OVER same AS number
	FROM ${igcFiles} AS file JOIN (
		SELECT id AS version_id, sha256, clock_shift,
			CASE WHEN length(${serial}) >= 3 AND replace(${serial}, substr(${serial}, 1, 1), '') <> ''
				THEN ${figure("recorder.maker")} || ' ' || ${serial} END AS recorder,
			coalesce(${moment("takeOff")}, ${moment("firstFix")}) AS begins,
			coalesce(${moment("landing")}, ${moment("lastFix")}) AS ends,
			${figure("takeOff")} IS NULL AS begins_in_air,
			${figure("landing")} IS NULL AS ends_in_air
		FROM ${igcFileVersions}
	) ON version_id = file.current_version_id
	WHERE file.registration_id = ${registrationId} AND file.day_id = ${dayId}
	WINDOW same AS (PARTITION BY recorder, file.standing))`;

/** Ids of the logs of which another recorder of the competitor, which comes first, has a log of the same flight. */
const backups = (where: PilotDay): SQL => sql`(WITH ${currentLogs(where)}
	SELECT one.id FROM logs AS one JOIN logs AS other ON one.recorder <> other.recorder
		AND (other.preference, other.came_at, other.number) < (one.preference, one.came_at, one.number)
		AND min(one.ends, other.ends) - max(one.begins, other.begins)
			>= ${sameFlightShare} * min(one.ends - one.begins, other.ends - other.begins)
	WHERE one.standing = 'scores' AND other.standing = 'scores')`;

/**
 * The pieces of each flight: a log that begins in the air continues the one before it that ends in the air. What is evaluated is all
 * of them, and behind `~` the backups that fill their gaps.
 */
const units = (where: PilotDay): SQL => sql`${currentLogs(where)},
	pieces AS (SELECT *, coalesce(begins_in_air AND lag(ends_in_air) OVER (ORDER BY begins, id), 0) AS continues
		FROM logs WHERE standing = 'scores'),
	numbered AS (SELECT *, sum(NOT continues) OVER (ORDER BY begins, id) AS unit FROM pieces),
	units AS (SELECT id, first_value(id) OVER pieces_of AS head, group_concat(part, '+') OVER pieces_of AS parts
		FROM numbered WINDOW pieces_of AS (PARTITION BY unit ORDER BY begins, id
			ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING))`;

const fills = sql`coalesce((SELECT '~' || group_concat(part, '~') FROM logs WHERE standing = 'backup' AND fills_gaps), '')`;

/**
 * Statements that set anew what the logs of a competitor's day are good for: their standings, which are backups, and which are pieces of
 * one flight. They belong behind every change of them.
 */
export function settleStandings(db: Db, where: PilotDay) {
	const isOfDay = and(eq(igcFiles.registrationId, where.registrationId), eq(igcFiles.dayId, where.dayId));
	const found = sql`(SELECT ${standingAlone(db)} FROM ${igcFileVersions}
		WHERE ${igcFileVersions.id} = ${igcFiles.currentVersionId})`;
	const id = sql`${igcFiles}.id`;
	return [
		db
			.update(igcFiles)
			.set({ standing: sql`coalesce(${found}, 'kept')` })
			.where(isOfDay),
		db
			.update(igcFiles)
			.set({ standing: "backup" })
			.where(and(isOfDay, sql`${id} IN ${backups(where)}`)),
		db
			.update(igcFiles)
			.set({
				continues: sql`(WITH ${units(where)} SELECT nullif(head, id) FROM units WHERE units.id = ${id})`,
				flownAs: sql`(WITH ${units(where)} SELECT nullif(coalesce(units.parts || ${fills}, part), sha256)
					FROM logs LEFT JOIN units USING (id) WHERE logs.id = ${id})`,
			})
			.where(isOfDay),
	] as const;
}
