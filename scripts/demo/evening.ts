import { instantOf, startOfDay } from "~/lib/editions/prague-time";
import { destination } from "~/lib/maps/geodesy";
import { dayScores, flightResults, igcFiles, igcFileVersions, lastPositions, safetyCards } from "~db/schema";
import { newestEdition } from "~editions/index";
import type { Edition } from "~editions/schema";
import { databaseOf } from "../database/database-of";
import { type BoundStatement, insertRows, prepareAll } from "../database/insert-rows";
import { madeResults } from "../database/made-results";
import { stableId } from "../reference/stable-id";
import { chartsOf } from "./charts";
import { putFiles } from "./demo-data";
import { gridOfToday, outlandingsOfToday } from "./desk-of-today";
import { startNumberOfPilot } from "./entries";
import { phoneOf } from "./equipment";
import { type DemoLog, logsOf } from "./flights";
import { type DemoFlight, type Field, flightsOfEvening, flightsOfToday } from "./flown-days";
import { flyingDateOf, landedAt } from "./flying-day";
import { admin } from "./people";
import { randomOf } from "./random";
import { evaluate, scoresOf } from "./scores";
import { seasonOf } from "./season";

/*
 * The rest of the flying day, for a clock that is set to its evening. Everybody comes home, except one pilot of whom there is no
 * news. The logs of two who flew near that pilot are there, the desk has entered a last position, and the pilot's safety card names
 * the crew.
 */

const minute = 60_000;
/** Seconds after midnight in Prague, when the desk has entered the position, and hours until which the evening is written. */
const enteredAt = 20.2 * 3600;
const longest = 36;

/** Whether a clock shows the evening of the demo's day, or the night and the morning after it. */
export function showsEvening(clock: string | undefined): boolean {
	const time = Date.parse((clock ?? "").replace(/\+$/, ""));
	const from = instantOf(flyingDateOf(newestEdition()), enteredAt).getTime();
	return time >= from && time < from + longest * 60 * minute;
}

/** The pilot without news: the last of the first class who is in the air at half past two, and not the demo's own pilot. */
function missingOf({ registrations, statuses, today, competitionClasses }: Field) {
	const [first] = competitionClasses;
	return registrations.findLast(
		({ id, competitionClassId, startNumber }) =>
			competitionClassId === first?.id &&
			startNumber !== startNumberOfPilot &&
			statuses.some((row) => row.dayId === today?.id && row.registrationId === id && row.status === "FLYING"),
	);
}

/** The rows and files of the evening. */
function eveningOf(edition: Edition) {
	const season = seasonOf(edition, { passwordHash: "", flying: true });
	const afternoon = { ...season, statuses: gridOfToday(edition, season).statuses };
	const { today } = afternoon;
	const missing = missingOf(afternoon);
	if (!today || !missing) throw new Error("The demo has no flying day.");
	const isHere = (row: (typeof season.statuses)[number]) =>
		row.dayId === today.id && row.registrationId !== missing.id && row.status === "FLYING";
	const back = afternoon.statuses.filter(isHere).map(({ registrationId }) => registrationId);
	const early = flightsOfToday(edition, afternoon);
	const late = flightsOfEvening(edition, afternoon, back);
	const home = {
		...afternoon,
		statuses: afternoon.statuses.map((row) => (isHere(row) ? { ...row, status: "HOME" as const } : row)),
	};
	const field = { ...home, statuses: landedAt(home.statuses, today, [...early, ...late]) };
	const { counted } = logsOf(edition, field, early);
	const logs = logsOf(edition, field, late);
	const now = instantOf(today.date, enteredAt);
	const charts = chartsOf(edition.year, season.published);
	const all: readonly DemoLog[] = [...counted, ...logs.counted];
	const onlyToday = { ...field, days: [] };
	return {
		logs,
		statuses: field.statuses.filter(
			({ registrationId, dayId }) => dayId === today.id && back.includes(registrationId),
		),
		since: new Map(afternoon.statuses.map(({ id, updatedAt }) => [id, updatedAt])),
		scores: scoresOf(edition, onlyToday, evaluate(edition, field, all, charts), now),
		position: positionOf(
			edition,
			missing.id,
			late.filter(({ entry }) => entry.competitionClassId === missing.competitionClassId),
			now,
		),
		card: cardOf(edition, missing.id, now),
		reports: outlandingsOfToday(edition, afternoon),
	};
}

/** A kilometre and a half beside the middle of somebody else's flight. */
function positionOf(
	{ year }: Edition,
	registrationId: string,
	flights: readonly DemoFlight[],
	createdAt: Date,
): typeof lastPositions.$inferInsert {
	const [beside] = flights;
	const fix = beside?.fixes[Math.floor(beside.fixes.length * 0.55)];
	if (!beside || !fix) throw new Error("The demo has no flight beside the missing one.");
	const place = destination("wgs84", fix, 140, 1_500);
	return {
		id: stableId(year, "last-position", registrationId),
		dayId: beside.day.id,
		registrationId,
		latitude: place.latitude,
		longitude: place.longitude,
		seenAt: new Date(Date.parse(`${beside.day.date}T00:00:00Z`) + fix.time * 1000),
		source: "OGN",
		createdAt,
		createdBy: stableId(year, "user", admin.email),
	};
}

function cardOf({ year }: Edition, registrationId: string, updatedAt: Date): typeof safetyCards.$inferInsert {
	return {
		registrationId,
		colours: "bílý, červené konce křídel",
		persons: 1,
		crewName: "Radek Holub",
		crewPhone: phoneOf("", randomOf(`demo/${year}/crew`)),
		updatedAt,
	};
}

/** Writes the evening into a database that holds the demo, once; what somebody has changed since stays. @returns whether it was written */
export async function loadEvening(env: Env, edition: Edition): Promise<boolean> {
	const database = databaseOf(env, edition.year);
	const { logs, statuses, since, scores, position, card, reports } = eveningOf(edition);
	const known = database.prepare("SELECT 1 FROM last_positions WHERE id = ?").bind(position.id);
	if (await known.first()) return false;
	await putFiles(env, logs.files);
	const set = statuses.map(
		({ id, status, updatedAt }): BoundStatement => ({
			sql: "UPDATE pilot_days SET status = ?, status_at = ? WHERE status_id = ? AND status = 'FLYING' AND status_at = ?",
			values: [status, updatedAt.getTime(), id, since.get(id)?.getTime() ?? 0],
		}),
	);
	const [back] = reports;
	const statements = [
		...insertRows(igcFiles, logs.igcFiles, "DO NOTHING"),
		...insertRows(igcFileVersions, logs.igcFileVersions, "DO NOTHING"),
		...insertRows(flightResults, scores.flightResults, "DO NOTHING"),
		...insertRows(
			dayScores,
			scores.dayScores,
			"(id) DO UPDATE SET sheet = excluded.sheet, computed_at = excluded.computed_at",
		),
		...madeResults(),
		...insertRows(lastPositions, [position]),
		...insertRows(safetyCards, [card], "DO NOTHING"),
		...set,
		{ sql: "UPDATE outlandings SET state = 'back' WHERE id = ?", values: [back?.id] },
		{
			sql: "UPDATE pilot_days SET status = 'HOME', status_at = ? WHERE day_id = ? AND registration_id = ?",
			values: [
				startOfDay(flyingDateOf(edition)).getTime() + 18 * 60 * minute,
				back?.dayId,
				back?.registrationId,
			],
		},
		{
			sql: `UPDATE edition_state SET content_version = content_version + 1, data_version = data_version + 1,
				stored_log_bytes = (SELECT coalesce(sum(size), 0) FROM igc_file_versions)`,
			values: [],
		},
	];
	await database.batch(prepareAll(database, statements));
	return true;
}
