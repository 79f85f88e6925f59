import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import { competitionDays, gridPilotsBefore, grids, pilotDays, statusesBefore } from "~db/schema";

/** Days for which the release before may have written. */
const recentDays = 2;

/**
 * Takes over what the release before has written since into the tables that it knows. What this release writes stands in both, by triggers,
 * so every difference is of the other.
 */
export async function takeDaysOver(ctx: Ctx): Promise<void> {
	const since = addDays(pragueDate(ctx.now), -recentDays);
	const parts = [statuses(since), lostStatuses(since), onGrid(since), places(since)];
	const [found] = await ctx.db.all<{ readonly differs: number }>(
		sql`SELECT ${sql.join(
			parts.map(({ rows }) => sql`EXISTS (${rows})`),
			sql` OR `,
		)} AS differs`,
	);
	if (!found?.differs) return;
	const statements = parts.map(({ take }) => ctx.db.run(take));
	await commit(ctx, { statements, audit: [], visible: true });
}

/** Rows that differ, and the statement that takes them over. */
interface Part {
	readonly rows: SQL;
	readonly take: SQL;
}

const isRecent = (dayId: SQL, since: string) =>
	sql`${dayId} IN (SELECT ${competitionDays.id} FROM ${competitionDays} WHERE ${competitionDays.date} >= ${since})`;

function statuses(since: string): Part {
	const rows = sql`SELECT its.day_id, its.registration_id, its.id, its.status, its.updated_at, its.updated_by
		FROM ${statusesBefore} AS its LEFT JOIN ${pilotDays} AS own USING (day_id, registration_id)
		WHERE ${isRecent(sql`its.day_id`, since)} AND (own.status_id IS NOT its.id OR own.status IS NOT its.status
			OR own.status_at IS NOT its.updated_at OR own.status_by IS NOT its.updated_by)`;
	return {
		rows,
		take: sql`INSERT INTO ${pilotDays} (day_id, registration_id, status_id, status, status_at, status_by) ${rows}
			ON CONFLICT (day_id, registration_id) DO UPDATE SET status_id = excluded.status_id, status = excluded.status,
				status_at = excluded.status_at, status_by = excluded.status_by`,
	};
}

function lostStatuses(since: string): Part {
	const isLost = sql`own.status_id IS NOT NULL AND ${isRecent(sql`own.day_id`, since)}
		AND NOT EXISTS (SELECT 1 FROM ${statusesBefore} AS its WHERE its.id = own.status_id)`;
	return {
		rows: sql`SELECT 1 FROM ${pilotDays} AS own WHERE ${isLost}`,
		take: sql`UPDATE ${pilotDays} AS own SET status_id = NULL, status = NULL, status_at = NULL, status_by = NULL WHERE ${isLost}`,
	};
}

function onGrid(since: string): Part {
	const columns = sql.raw("launches, is_scratched, scratch_reason, is_scratched_by_desk, remark");
	const rows = sql`SELECT its.day_id, its.registration_id, its.launches, its.is_scratched, its.scratch_reason,
			its.is_scratched_by_desk, its.remark, its.updated_at, its.updated_by
		FROM ${gridPilotsBefore} AS its LEFT JOIN ${pilotDays} AS own USING (day_id, registration_id)
		WHERE ${isRecent(sql`its.day_id`, since)} AND (own.launches IS NOT its.launches OR own.is_scratched IS NOT its.is_scratched
			OR own.scratch_reason IS NOT its.scratch_reason OR own.is_scratched_by_desk IS NOT its.is_scratched_by_desk
			OR own.remark IS NOT its.remark OR own.grid_changed_at IS NOT its.updated_at)`;
	return {
		rows,
		take: sql`INSERT INTO ${pilotDays} (day_id, registration_id, ${columns}, grid_changed_at, grid_changed_by) ${rows}
			ON CONFLICT (day_id, registration_id) DO UPDATE SET launches = excluded.launches, is_scratched = excluded.is_scratched,
				scratch_reason = excluded.scratch_reason, is_scratched_by_desk = excluded.is_scratched_by_desk,
				remark = excluded.remark, grid_changed_at = excluded.grid_changed_at, grid_changed_by = excluded.grid_changed_by`,
	};
}

function places(since: string): Part {
	const rows = sql`SELECT grids.day_id, its.value, its.key
		FROM ${grids}, json_each(grids.launch_order) AS its
		LEFT JOIN ${pilotDays} AS own ON own.day_id = grids.day_id AND own.registration_id = its.value
		WHERE ${isRecent(sql`grids.day_id`, since)} AND own.grid_place IS NOT its.key`;
	return {
		rows,
		take: sql`INSERT INTO ${pilotDays} (day_id, registration_id, grid_place) ${rows}
			ON CONFLICT (day_id, registration_id) DO UPDATE SET grid_place = excluded.grid_place`,
	};
}
