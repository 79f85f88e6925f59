import type { Ctx } from "~/lib/context";
import { openDb } from "~/lib/db/client.server";
import { purgeExpired } from "~/lib/db/purge-expired.server";
import { unfinishedDocuments } from "~/lib/documents/unfinished-documents.server";
import { sweepUploads } from "~/lib/files/sweep-uploads.server";
import { describeError, logLine } from "~/lib/http/log.server";
import { fallbackLanguage } from "~/lib/i18n/language";
import { unfinishedIgcFiles } from "~/lib/igc/unfinished-igc-files.server";
import { sendQueuedMail } from "~/lib/mail/send-queued.server";
import { syncOnCompetitionDay } from "~/lib/results/sync-results.server";
import { readClock, readSettings } from "~/lib/settings.server";
import { editions } from "~editions/index";
import type { Edition } from "~editions/schema";

/** The context of work that nobody asked for in particular. */
function scheduledContext(
	edition: Edition,
	now: Date,
	env: Env,
	execution: ExecutionContext,
	requestId: string,
): Ctx {
	const binding = env[`DB_${edition.year}`];
	if (!binding) throw new Error(`No database is bound to the edition ${edition.year}`);
	const ctx: Ctx = {
		edition,
		db: openDb(binding),
		files: env.FILES,
		now: readClock(env, now),
		actor: null,
		language: fallbackLanguage,
		settings: readSettings(env, edition.year),
		requestId,
		ip: null,
		defer: (work) => execution.waitUntil(work),
		mailQueued: () => execution.waitUntil(sendQueuedMail(ctx)),
	};
	return ctx;
}

/** What is done for every edition; a job that fails does not keep the others from running. */
const jobs: Readonly<Record<string, (ctx: Ctx) => Promise<unknown>>> = {
	"send-mail": sendQueuedMail,
	"sweep-uploads": (ctx) => sweepUploads(ctx, [unfinishedDocuments, unfinishedIgcFiles]),
	"purge-expired": purgeExpired,
	// Last, as it waits for others' servers.
	"sync-results": syncOnCompetitionDay,
};

async function runJobs(edition: Edition, now: Date, env: Env, execution: ExecutionContext): Promise<void> {
	for (const [job, run] of Object.entries(jobs)) {
		const requestId = crypto.randomUUID();
		try {
			await run(scheduledContext(edition, now, env, execution, requestId));
		} catch (error) {
			logLine("error", "job", { job, edition: edition.year, requestId, ...describeError(error) });
		}
	}
}

/** What the scheduler does every five minutes; editions do not wait for each other. */
export async function runSchedule(now: Date, env: Env, execution: ExecutionContext): Promise<void> {
	await Promise.all(editions.map((edition) => runJobs(edition, now, env, execution)));
}
