import { and, eq, isNotNull } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { dayOfDate } from "~/lib/db/conditions.server";
import { read } from "~/lib/db/read.server";
import { missingQueries, toMissing } from "~/lib/desk/missing-pilots.server";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import { pick } from "~/lib/pick";
import { competitionClasses, results } from "~db/schema";
import type { Edition } from "~editions/schema";
import { byDevice, type EntryWithDevices, entriesWithDevices } from "./live-entries.server";
import { liveLanding } from "./live-landing";
import type { Answer, Question } from "./live-positions.server";
import type { LiveDay, LiveFix, LivePilot } from "./live-types";
import type { Fix } from "./position-memory";

const nothing: LiveDay = { signalAt: null, pilots: [], delays: {} };

const minute = 60_000;
/** Minutes by which visitors see a class later until its first pilot has finished, unless the edition says otherwise. */
const usualDelay = 15;
/** Milliseconds after which a position says nothing of where a glider is, and after which the network has fallen silent. */
const shownFor = 10 * minute;
/** Milliseconds after which a page is sent without positions. */
const longestAnswer = 3_000;
/** Kilometres an hour. A slower glider stands in a field, or will in a moment: its late position is there when a trailer moves it. */
const slowestShown = 15;

/**
 * The last position of every competitor whose positions may be kept, without delay: for the desk, and for nobody else. Nothing is
 * asked where LIVE is off.
 */
export async function deskPositions(ctx: Ctx): Promise<LiveDay> {
	if (!ctx.live) return nothing;
	const entries = await entriesWithDevices(ctx.db, pragueDate(ctx.now));
	return positionsOf(ctx, byDevice(entries), { late: () => 0, withProgress: false });
}

/**
 * The positions that everybody may see, after the delay: of pilots who are said to fly, whom nobody misses and whose gliders have not
 * stopped, and nothing at all while the network is silent. Families must not learn from a dot what nobody has told them.
 * @param withProgress whether what they have done of their tasks is asked for, which takes longer
 */
export async function publicPositions(ctx: Ctx, withProgress = false): Promise<LiveDay> {
	if (!ctx.live) return nothing;
	const { db, now, edition } = ctx;
	const today = pragueDate(now);
	const { entries, finished, ...missed } = await read(db, {
		entries: entriesWithDevices(db, today),
		finished: classesWithFinishers(db, today),
		...missingQueries(db, today, addDays(today, -1)),
	});
	const missing = new Set(toMissing(ctx, missed).map(({ id }) => id));
	// A device that one who flies shares with one who does not is nobody's, too.
	const flying = [...byDevice(entries)].filter(
		([, { status, entryId }]) => status === "FLYING" && !missing.has(entryId),
	);
	const delays = delaysOf(edition, new Set(finished.map(({ classType }) => classType)));
	const late = (classType: string) => minutesLate(edition, delays, classType);
	const day = await positionsOf(ctx, new Map(flying), { late, withProgress });
	const isSilent = day.signalAt === null || now.getTime() - Date.parse(day.signalAt) > shownFor;
	const byEntry = new Map(entries.map((entry) => [entry.entryId, entry]));
	const hasLanded = (pilot: LivePilot) => {
		const entry = byEntry.get(pilot.entryId);
		return pilot.mayHaveLanded || !entry || liveLanding(edition, pilot, { ...entry, date: today }) !== null;
	};
	const isShown = (pilot: LivePilot) =>
		now.getTime() - late(pilot.classType) * minute - Date.parse(pilot.last.at) <= shownFor &&
		pilot.last.speed >= slowestShown &&
		!hasLanded(pilot);
	return { ...day, delays, pilots: isSilent ? [] : day.pilots.filter(isShown) };
}

/** Selects the classes in which somebody has finished on a day, by a log. @param date local */
function classesWithFinishers(db: Db, date: string) {
	return db
		.selectDistinct({ classType: competitionClasses.type })
		.from(results)
		.innerJoin(competitionClasses, eq(competitionClasses.id, results.competitionClassId))
		.where(and(eq(results.dayId, dayOfDate(date)), isNotNull(results.finish)));
}

/** @param finished types of the classes in which somebody has finished */
function delaysOf({ liveDelay, classes }: Edition, finished: ReadonlySet<string>): LiveDay["delays"] {
	return Object.fromEntries(
		classes.map(({ type }) => [type, liveDelay ?? (finished.has(type) ? 0 : usualDelay)]),
	);
}

/** Minutes by which visitors see a class late. One of which nothing is known is as late as one without a finisher. */
export const minutesLate = (
	{ liveDelay }: Pick<Edition, "liveDelay">,
	delays: LiveDay["delays"],
	classType: string,
): number => delays[classType] ?? liveDelay ?? usualDelay;

interface Asked extends Pick<Question, "withProgress"> {
	/** Minutes by which the positions of a class are late. */
	readonly late: (classType: string) => number;
}

async function positionsOf(
	{ live, now }: Ctx,
	owners: ReadonlyMap<string, EntryWithDevices>,
	{ late, withProgress }: Asked,
): Promise<LiveDay> {
	if (!live) return nothing;
	const devices = Object.fromEntries(
		[...owners].map(([device, { classType }]) => [device, late(classType) * minute]),
	);
	const question: Question = { now: now.getTime(), devices, withProgress };
	const response = await live.fetch("https://live.invalid/positions", {
		method: "POST",
		body: JSON.stringify(question),
		signal: AbortSignal.timeout(longestAnswer),
	});
	const { signalAt, seen } = await response.json<Answer>();
	/** A glider may have two devices: the later one counts, and where either has stood. */
	const pilots = new Map<string, LivePilot>();
	for (const one of seen.toSorted((before, after) => before.fix.at - after.fix.at)) {
		const owner = owners.get(one.device);
		if (!owner) continue;
		const pilot = toPilot(owner, one);
		const other = pilots.get(owner.entryId);
		const stands = [...(other?.stands ?? []), ...pilot.stands];
		const inOrder = stands.toSorted((before, after) => Date.parse(before.at) - Date.parse(after.at));
		const flown = [pilot.flewAt, other?.flewAt ?? null].filter((at) => at !== null);
		const flewAt = flown.toSorted().at(-1) ?? null;
		pilots.set(owner.entryId, { ...pilot, stands: inOrder, flewAt });
	}
	return { signalAt: inWords(signalAt), pilots: [...pilots.values()], delays: {} };
}

const inWords = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());

const toLiveFix = (fix: Fix): LiveFix => ({ ...fix, at: new Date(fix.at).toISOString() });

function toPilot(
	owner: EntryWithDevices,
	{ fix, stands, mayHaveLanded, flewAt, progress }: Answer["seen"][number],
): LivePilot {
	return {
		...pick(owner, "entryId", "startNumber", "classType"),
		last: toLiveFix(fix),
		stands: stands.map(toLiveFix),
		mayHaveLanded,
		flewAt: inWords(flewAt),
		progress,
	};
}
