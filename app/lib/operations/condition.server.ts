import { and, count, desc, eq, gt, inArray, like, lt, max, min, ne, notLike } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { first, logFailedQueries, read, readParts } from "~/lib/db/read.server";
import { isFinished, phaseOf } from "~/lib/editions/opening-times";
import { startOfDay } from "~/lib/editions/prague-time";
import { mostStored, storedLogBytes } from "~/lib/files/object-storage.server";
import { dailyQuota, longestWait, nobodyToGetIt, sentToday } from "~/lib/mail/outbox.server";
import { hasResultsSource } from "~/lib/settings.server";
import { withTimeout } from "~/lib/timeout";
import {
	competitionClasses,
	competitionDays,
	dayScores,
	documents,
	documentVersions,
	gliderTypes,
	grids,
	igcFiles,
	igcFileVersions,
	jobFuses,
	lastPositions,
	news,
	outbox,
	outlandings,
	pilotDays,
	protests,
	registrations,
	results,
	resultTables,
	safetyCards,
	syncRuns,
	tasks,
	trackingEntries,
	users,
} from "~db/schema";
import { isSetAside } from "./job-fuses.server";

const minute = 60_000;
const hour = 60 * minute;

/** Milliseconds the bucket may take to say that it has no such object. */
const bucketTimeout = 5_000;
/** Milliseconds since the last run of the schedule, which begins one every minute. */
const longestSilence = 10 * minute;
/** The same of an edition with a successor, which it asks once a day. */
const longestSilenceOfClosed = 25 * hour;
/** Milliseconds without results of the source, on a competition day. */
const longestWithoutResults = 2 * hour;
/** Milliseconds for which a mail that failed for good is a trouble; it then stays in the list of mails alone. */
const failureIsNews = 24 * hour;
/** Shares of a limit at which it is near. */
const near = { quota: 0.8, storage: 0.5 } as const;

/** How the edition's parts are. What is not "ok" needs somebody. */
export interface Checks {
	/** The bucket. */
	readonly files: "ok" | "failing";
	/** `failed`: a mail was given up within the last day. `late`: one waits longer than its first tries take. */
	readonly mail: "ok" | "late" | "failed";
	/** Jobs of the schedule, of which some are set aside. */
	readonly jobs: "ok" | "set-aside";
	/** Whether the schedule runs; one that has never run is not known to fail. */
	readonly schedule: "ok" | "late";
	/** Results of SoaringSpot, where there are keys, on a competition day. */
	readonly results: "ok" | "late";
	/** What pages read. */
	readonly pages: "ok" | "failing";
}

/** What comes near its limit. */
export type Warning = "mail-quota" | "storage";

/** How an edition is, and the numbers by which it is so. */
export interface Condition {
	readonly checks: Checks;
	/** Names of the tables that pages cannot read. */
	readonly failing: readonly string[];
	readonly warnings: readonly Warning[];
	/** Seconds since the oldest unsent mail was queued; null when none waits. */
	readonly outboxAge: number | null;
	readonly lateMails: number;
	readonly failedMails: number;
	readonly setAsideJobs: number;
	/** Mails sent since midnight UTC, by which providers count. */
	readonly sentToday: number;
	/** Whole percents of the room for flight logs. */
	readonly percentStored: number;
}

/**
 * Reads how the edition is, for its monitor and for alerts.
 * @throws what the database throws when none of it can be read
 */
export async function readCondition(ctx: Ctx): Promise<Condition> {
	const [files, failing, found] = await Promise.all([
		askBucket(ctx),
		askPages(ctx),
		read(ctx.db, conditionQueries(ctx)),
	]);
	const { now, settings } = ctx;
	const age = ({ at }: { readonly at: Date | null }) => (at ? now.getTime() - at.getTime() : null);
	const oldest = age({ at: found.oldest?.since ?? null });
	const lastRun = age({ at: found.lastRun?.at ?? null });
	const silence = isFinished(ctx.edition) ? longestSilenceOfClosed : longestSilence;
	const failedMails = found.failed?.mails ?? 0;
	const setAsideJobs = found.setAside?.jobs ?? 0;
	const sent = found.sent?.mails ?? 0;
	const stored = (found.stored?.bytes ?? 0) / mostStored;
	const isQuotaNear = (found.refused?.mails ?? 0) > 0 || sent >= near.quota * dailyQuota(settings);
	const isLate = oldest !== null && oldest > longestWait * 1000;
	return {
		failing,
		checks: {
			files: files ? "ok" : "failing",
			mail: failedMails > 0 ? "failed" : isLate ? "late" : "ok",
			jobs: setAsideJobs > 0 ? "set-aside" : "ok",
			schedule: lastRun !== null && lastRun > silence ? "late" : "ok",
			results: lacksResults(ctx, found.synced?.at ?? null) ? "late" : "ok",
			pages: failing.length === 0 ? "ok" : "failing",
		},
		warnings: [
			...(isQuotaNear ? (["mail-quota"] as const) : []),
			...(stored >= near.storage ? (["storage"] as const) : []),
		],
		outboxAge: oldest === null ? null : Math.max(0, Math.round(oldest / 1000)),
		lateMails: found.late?.mails ?? 0,
		failedMails,
		setAsideJobs,
		sentToday: sent,
		percentStored: Math.floor(100 * stored),
	};
}

export function isWell({ checks }: Condition): boolean {
	return Object.values(checks).every((check) => check === "ok");
}

function conditionQueries({ db, now }: Ctx) {
	const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
	const unsent = inArray(outbox.state, ["queued", "sending"]);
	const mails = () => db.select({ mails: count() }).from(outbox);
	return {
		oldest: first(
			db
				.select({ since: min(outbox.createdAt) })
				.from(outbox)
				.where(unsent),
		),
		// When an alert itself waits, another one would not help.
		late: first(
			mails().where(and(unsent, lt(outbox.createdAt, before(longestWait * 1000)), ne(outbox.kind, "alert"))),
		),
		failed: first(
			mails().where(
				and(
					eq(outbox.state, "failed"),
					gt(outbox.nextAttemptAt, before(failureIsNews)),
					notLike(outbox.lastError, `${nobodyToGetIt}%`),
				),
			),
		),
		refused: first(
			mails().where(and(eq(outbox.state, "queued"), like(outbox.lastError, "%_quota_exceeded%"))),
		),
		sent: first(sentToday(db, now)),
		setAside: first(db.select({ jobs: count() }).from(jobFuses).where(isSetAside)),
		lastRun: first(db.select({ at: max(jobFuses.beganAt) }).from(jobFuses)),
		synced: first(lastSynced(db)),
		stored: first(storedLogBytes(db)),
	};
}

/** The last run after which results stood as the source has them, at least of some classes. */
function lastSynced(db: Db) {
	return db
		.select({ at: syncRuns.startedAt })
		.from(syncRuns)
		.where(inArray(syncRuns.outcome, ["ok", "partial"]))
		.orderBy(desc(syncRuns.startedAt))
		.limit(1);
}

function lacksResults({ edition, now, settings }: Ctx, synced: Date | null): boolean {
	if (!hasResultsSource(settings) || phaseOf(edition, now) !== "flying") return false;
	const since = Math.max(synced?.getTime() ?? 0, startOfDay(edition.competition.from).getTime());
	return now.getTime() - since > longestWithoutResults;
}

async function askBucket({ files }: Ctx): Promise<boolean> {
	return withTimeout(files.head("health"), bucketTimeout, "The bucket does not answer").then(
		() => true,
		() => false,
	);
}

/**
 * Reads a row of all that home asks, and of what the other pages show: a table may fail, or lack a column, while the database answers.
 * @returns names of the tables that cannot be read
 */
async function askPages({ db, requestId }: Ctx): Promise<readonly string[]> {
	const asked = {
		news: db.select().from(news).limit(1),
		documents: db.select().from(documents).limit(1),
		documentVersions: db.select().from(documentVersions).limit(1),
		accounts: db.select().from(users).limit(1),
		classes: db.select().from(competitionClasses).limit(1),
		gliders: db.select().from(gliderTypes).limit(1),
		entries: db.select().from(registrations).limit(1),
		safetyCards: db.select().from(safetyCards).limit(1),
		days: db.select().from(competitionDays).limit(1),
		tracking: db.select().from(trackingEntries).limit(1),
		tasks: db.select().from(tasks).limit(1),
		grids: db.select().from(grids).limit(1),
		statuses: db.select().from(pilotDays).limit(1),
		positions: db.select().from(lastPositions).limit(1),
		outlandings: db.select().from(outlandings).limit(1),
		scores: db.select().from(dayScores).limit(1),
		results: db.select().from(results).limit(1),
		tables: db.select().from(resultTables).limit(1),
		protests: db.select().from(protests).limit(1),
		logs: db.select().from(igcFiles).limit(1),
		logVersions: db.select().from(igcFileVersions).limit(1),
	};
	try {
		const { failed } = await readParts(db, asked);
		logFailedQueries(requestId, failed);
		return failed.map(({ name }) => name);
	} catch {
		return Object.keys(asked);
	}
}
