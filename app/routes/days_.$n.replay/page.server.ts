import type { Ctx } from "~/lib/context";
import { dayStrip } from "~/lib/days/day-strip";
import { allDays } from "~/lib/days/days-queries.server";
import { first, read } from "~/lib/db/read.server";
import { classTypesOf } from "~/lib/editions/classes";
import { dateOfDay } from "~/lib/editions/competition-day";
import { pragueDate } from "~/lib/editions/prague-time";
import { packPath, replayOpens, replayPath } from "~/lib/flights/replay/replay-availability";
import { done, refuse, type ValueOf } from "~/lib/result";
import { resultsOf, toResults } from "~/lib/results/results-queries.server";
import { groundAround } from "~/lib/tasks/charts/chart-ground";
import { chartsInForce } from "~/lib/tasks/charts/charts-queries.server";
import { taskInForceOf } from "~/lib/tasks/tasks-queries.server";
import { flownAgainstTask, packOfClass, replayedFlights, replayRows } from "./replay-rows.server";
import { stageOf } from "./replay-stage.server";

/**
 * The replay of a class on a day. Not found where the edition publishes no tracks.
 * @param named the day, as `dayPath` names it
 * @param wantedClass type of the class; another one is the first
 */
export async function readReplayPage(ctx: Ctx, named: string, wantedClass: string | null) {
	const { db, edition, now } = ctx;
	const date = dateOfDay(edition, named);
	if (date === null || !edition.publishTracks) return refuse("not-found");
	const types = classTypesOf(edition);
	const classType = types.find((type) => type === wantedClass) ?? types[0] ?? "";
	const where = { date, classType };
	const { days, task, flights, flown, pack, ...found } = await read(db, {
		days: allDays(db),
		task: first(taskInForceOf(db, date, classType)),
		flights: replayedFlights(db, where),
		flown: flownAgainstTask(db, where),
		...resultsOf(db, { date }),
		pack: first(packOfClass(db, where)),
		...chartsInForce(db),
	});
	const day = days.find((one) => one.date === date);
	if (!day) return refuse("not-found");
	const opens = replayOpens(date, task?.rules ?? null);
	const isOpen = opens <= now;
	const results = toResults(found, null).find((one) => one.classType === classType);
	const scored = { day: results, flown, isRace: task?.kind === "RT" };
	const rows = isOpen ? replayRows(flights, scored) : [];
	return done({
		day: { name: day.name, date },
		classType,
		paths: types.map((type) => ({ type, path: replayPath(edition, date, type) })),
		strip: dayStrip(ctx, days, date, (one) =>
			one.date <= pragueDate(now) ? replayPath(edition, one.date, classType) : null,
		),
		/** Null once it is open. */
		opens: isOpen ? null : opens,
		/** Rows without the fields that only the script needs. */
		rows: rows.map(({ result: _, place: __, ...row }) => row),
		/** Null while the flights are being packed. */
		stage:
			rows.length > 0 && pack?.digest && pack.size > 0
				? stageOf(ctx, {
						rows,
						points: task?.points ?? [],
						ground: await groundAround(ctx, found, task?.points ?? []),
						pack: packPath(pack.digest),
					})
				: null,
	});
}

export type ReplayPage = ValueOf<typeof readReplayPage>;
