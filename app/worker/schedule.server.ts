import { carryOutErasures } from "~/lib/accounts/erasure-requests.server";
import { unfinishedDocuments } from "~/lib/content/change-documents.server";
import type { Ctx } from "~/lib/context";
import { takeDaysOver } from "~/lib/days/take-days-over.server";
import { openDb } from "~/lib/db/client.server";
import { purgeSessionsAndMails } from "~/lib/db/purge-sessions-and-mails.server";
import { eraseSafetyCards } from "~/lib/desk/safety-card.server";
import { editionWith, heldSettings } from "~/lib/editions/edition-settings.server";
import type { HeldEdition } from "~/lib/editions/opening-times";
import { warnOfFinal } from "~/lib/entries/places/warn-of-final.server";
import { sweepUploads } from "~/lib/files/store-upload.server";
import { removeLogs, sweptIncomingLogs, unfinishedIgcFiles } from "~/lib/flights/remove-logs.server";
import { makeDueReplays } from "~/lib/flights/replay/make-replay.server";
import { describeError, logLine } from "~/lib/http/log.server";
import { fallbackLanguage } from "~/lib/i18n/language";
import { checkPositions, listenToNetwork } from "~/lib/live/listen.server";
import { sendQueuedMail } from "~/lib/notifications/send-queued-mail.server";
import { sealAuditRows } from "~/lib/operations/audit-rows.server";
import { runJob } from "~/lib/operations/job-fuses.server";
import { raiseAlerts } from "~/lib/operations/raise-alerts.server";
import { makeDuePictures } from "~/lib/results/pictures/make-pictures.server";
import { syncOnCompetitionDay } from "~/lib/results/sync-results.server";
import { makeStaleResults } from "~/lib/scoring/result-rows.server";
import { scoreWhatIsDue } from "~/lib/scoring/score-class.server";
import { unusedLogos } from "~/lib/season/logos.server";
import { readClock } from "~/lib/settings.server";
import { WorkBudget } from "~/lib/work-budget";
import type { Edition } from "~editions/schema";
import { editionsToAsk, noteWrite } from "./closed-years.server";
import type { RequestScope } from "./request-info.server";
import { createCtx } from "./request-state.server";
import type { Season } from "./seasons.server";

/**
 * Run in this order; a job that fails does not stop the others. Organisers read the name of one that failed twice
 * as `admin.job.<name>`.
 */
const jobs: Readonly<Record<string, (ctx: Ctx) => Promise<unknown>>> = {
	"carry-out-erasures": carryOutErasures,
	"send-mail": sendQueuedMail,
	"sweep-uploads": (ctx) =>
		sweepUploads(ctx, [unfinishedDocuments, unfinishedIgcFiles, unusedLogos, sweptIncomingLogs]),
	"remove-logs": removeLogs,
	"erase-safety-cards": eraseSafetyCards,
	"purge-sessions-and-mails": purgeSessionsAndMails,
	"take-days-over": takeDaysOver,
	"warn-of-final": warnOfFinal,
	"score-classes": scoreWhatIsDue,
	"make-results": makeStaleResults,
	"make-replays": makeDueReplays,
	"make-pictures": makeDuePictures,
	"seal-audit-rows": sealAuditRows,
	// After the seals, by which it sees what is new.
	"raise-alerts": raiseAlerts,
	"listen-to-network": listenToNetwork,
	"check-positions": checkPositions,
	// Last, as it waits for others' servers.
	"sync-results": syncOnCompetitionDay,
};

/** Jobs that people wait for. */
const everyMinute: ReadonlySet<string> = new Set([
	"send-mail",
	"score-classes",
	"make-pictures",
	"listen-to-network",
]);

/** The two schedules of wrangler.toml share the jobs; any other call, such as that of a local server, runs all of them. */
function jobsOf(cron: string): readonly string[] {
	const names = Object.keys(jobs);
	if (cron === "* * * * *") return names.filter((job) => everyMinute.has(job));
	return cron === "*/5 * * * *" ? names.filter((job) => !everyMinute.has(job)) : names;
}

/** The edition as organisers have set it; its file when the database does not answer, which each job then finds out by itself. */
async function setEdition(file: Edition, env: Env): Promise<Edition> {
	try {
		return editionWith(file, await heldSettings(openDb(file, env)));
	} catch (error) {
		logLine("error", "job", { job: "read-settings", edition: file.year, ...describeError(error) });
		return file;
	}
}

type Run = Pick<Ctx, "now" | "contentChanged" | "work"> & {
	readonly season: Season;
	/** The edition as its file says. What is set stands over the file alone: no other shape fits the schema. */
	readonly file: Edition;
};
type Platform = Pick<RequestScope, "env" | "execution">;

/** @returns whether every job ended, and none is set aside */
async function runJobs(
	names: readonly string[],
	{ season, file, ...run }: Run,
	{ env, execution }: Platform,
): Promise<boolean> {
	const edition: HeldEdition = { ...(await setEdition(file, env)), newestYear: season.newest.year };
	const asked = {
		...run,
		edition,
		written: () => noteWrite(edition, run.now, { env, execution }),
		drafts: season.drafts,
		channel: "page",
		onDuty: null,
		actor: null,
		session: null,
		language: fallbackLanguage,
		ip: null,
		userAgent: null,
	} as const;
	let wentWell = true;
	for (const [job, work] of Object.entries(jobs)) {
		if (!names.includes(job)) continue;
		const requestId = crypto.randomUUID();
		try {
			if (!(await runJob(createCtx({ ...asked, requestId }, env, execution), job, work))) wentWell = false;
		} catch (error) {
			wentWell = false;
			logLine("error", "job", { job, edition: file.year, requestId, ...describeError(error) });
		}
	}
	return wentWell;
}

/** Milliseconds. */
const longestAnswer = 5_000;

/** Tells a watchdog that a run went well. It calls the operator when nobody has told it for a while: a dead schedule sends no mail. */
async function tellWatchdog({ WATCHDOG_URL }: Env): Promise<void> {
	if (!WATCHDOG_URL) return;
	try {
		await fetch(WATCHDOG_URL, { method: "POST", signal: AbortSignal.timeout(longestAnswer) });
	} catch (error) {
		logLine("error", "watchdog", describeError(error));
	}
}

/**
 * Runs the jobs of those editions that are to be asked; the editions do not wait for each other. A draft without a database does not
 * exist yet.
 */
export async function runSchedule(
	{ editions, season }: { readonly editions: readonly Edition[]; readonly season: Season },
	{ scheduledTime, cron }: Pick<ScheduledController, "scheduledTime" | "cron">,
	platform: Platform,
	contentChanged: () => void,
): Promise<void> {
	const now = readClock(platform.env, new Date(scheduledTime));
	const run = { now, contentChanged, work: new WorkBudget(), season };
	const existing = editions
		.filter(({ year, startsAsDraft }) => !startsAsDraft || platform.env[`DB_${year}`] !== undefined)
		.map((edition) => ({ ...edition, newestYear: season.newest.year }));
	const asked = new Set((await editionsToAsk(existing, now, platform.env)).map(({ year }) => year));
	const files = editions.filter(({ year }) => asked.has(year));
	const went = await Promise.all(files.map((file) => runJobs(jobsOf(cron), { ...run, file }, platform)));
	if (went.every((well) => well)) await tellWatchdog(platform.env);
}
