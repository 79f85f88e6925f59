import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { dayOfDate } from "~/lib/db/conditions.server";
import { first, type Results, read } from "~/lib/db/read.server";
import { missingQueries, toMissing } from "~/lib/desk/missing-pilots.server";
import { secondsOf } from "~/lib/editions/clock-times";
import { addDays, instantOf, pragueDate } from "~/lib/editions/prague-time";
import { describeError, logLine } from "~/lib/http/log.server";
import { lastLight } from "~/lib/maps/sunset";
import { pick } from "~/lib/pick";
import { tasksInForce } from "~/lib/tasks/tasks-queries.server";
import { editionState } from "~db/schema";
import type { Edition } from "~editions/schema";
import { byDevice, entriesWithDevices } from "./live-entries.server";
import type { Health, Orders } from "./live-positions.server";
import { publicPositions } from "./live-queries.server";

const hour = 3_600_000;
/** Seconds since midnight at which gliders launch where no task says it. */
const usualFirstLaunch = 10 * 3600;
/** Milliseconds for which an order holds; the schedule repeats it every minute. */
const orderHolds = hour / 6;

/**
 * Until when a competition day is listened to, in milliseconds since 1970: from an hour before its first launch to two hours after its
 * sunset; null at any other time.
 * @param firstLaunches local times of its tasks
 */
export function listensUntil(
	{ competition: { from, to }, airfield }: Edition,
	firstLaunches: readonly (string | null)[],
	now: Date,
): number | null {
	const today = pragueDate(now);
	if (today < from || today > to) return null;
	const known = firstLaunches.flatMap((time) => secondsOf(time) ?? []);
	const begins = instantOf(today, known.length > 0 ? Math.min(...known) : usualFirstLaunch).getTime() - hour;
	const sunset = lastLight(today, airfield)?.sunset.getTime();
	if (sunset === undefined) return null;
	const ends = sunset + 2 * hour;
	return now.getTime() >= begins && now.getTime() < ends ? ends : null;
}

/** Orders what listens to the network to go on, on competition days and as long as somebody is missing. */
export async function listenToNetwork(ctx: Ctx): Promise<void> {
	const { db, now, edition, live } = ctx;
	if (!live || !areHeard(ctx)) return;
	const today = pragueDate(now);
	const { entries, version, tasks, ...missed } = await read(db, {
		...queriesOfOrder(db, today),
		tasks: tasksInForce(db, dayOfDate(today)),
		...missingQueries(db, today, addDays(today, -1)),
	});
	const launches = tasks.map(({ briefing }) => briefing.firstLaunch);
	const ends = listensUntil(edition, launches, now);
	const isSomebodyMissing = toMissing(ctx, missed).length > 0;
	if (ends === null && !isSomebodyMissing) return;
	const holds = now.getTime() + orderHolds;
	const owners = byDevice(entries);
	const ordered = order(
		ctx,
		{ entries, version },
		{
			// Whoever is missing has no hour.
			until: isSomebodyMissing || ends === null ? holds : Math.min(holds, ends),
			followed: {
				tasks: Object.fromEntries(
					tasks.map((task) => [
						task.classType,
						pick(task, "id", "date", "kind", "points", "rules", "scoring"),
					]),
				),
				classes: Object.fromEntries([...owners].map(([device, { classType }]) => [device, classType])),
			},
		},
	);
	// The next minute orders it again. A job that throws twice would be set aside for an hour: `checkPositions` is.
	await ordered.catch((error: unknown) => logLine("error", "live-positions", describeError(error)));
}

/**
 * Fails as long as what listens does not answer, or says that a part of it fails, such as the projected order. Organisers and the operator
 * hear of it as of every job; listening is never set aside for it.
 * @throws what failed
 */
export async function checkPositions(ctx: Ctx): Promise<void> {
	if (!ctx.live || !areHeard(ctx)) return;
	// As a page of visitors asks it.
	await publicPositions(ctx, true);
	const response = await ctx.live.fetch("https://live.invalid/health");
	const { failing } = await response.json<Health>();
	if (failing.length > 0) throw new Error(`live positions fail at ${failing.join(", ")}`);
}

/** Whether somebody may be listened to: on competition days, and in the night after them. */
function areHeard({ now, edition }: Pick<Ctx, "now" | "edition">): boolean {
	const { from, to } = edition.competition;
	const today = pragueDate(now);
	return today >= from && today <= addDays(to, 1);
}

/** Orders that nothing is kept any more of a device whose entry has taken back its consent. It does not wait for the schedule. */
export async function forgetDevices(ctx: Ctx): Promise<void> {
	if (!ctx.live) return;
	const found = await read(ctx.db, queriesOfOrder(ctx.db, pragueDate(ctx.now)));
	await order(ctx, found, { until: null, followed: null });
}

/** They are read together: the version says which of two orders knows more. */
const queriesOfOrder = (db: Db, today: string) => ({
	entries: entriesWithDevices(db, today),
	version: first(db.select({ of: editionState.dataVersion }).from(editionState)),
});

async function order(
	{ live, edition, now, settings }: Ctx,
	{ entries, version }: Results<ReturnType<typeof queriesOfOrder>>,
	others: Pick<Orders, "until" | "followed">,
) {
	const orders: Orders = {
		now: now.getTime(),
		version: version?.of ?? 0,
		...others,
		airfield: pick(edition.airfield, "latitude", "longitude"),
		network: settings.openGliderNetwork,
		devices: [...byDevice(entries).keys()],
		together: entries
			.filter(({ agreedAt, deviceIds }) => agreedAt !== null && deviceIds.length > 1)
			.map(({ deviceIds }) => deviceIds),
	};
	await live?.fetch("https://live.invalid/listen", { method: "POST", body: JSON.stringify(orders) });
}
