import type { Ctx } from "~/lib/context";
import { purgeExpired } from "~/lib/db/purge-expired.server";
import { unfinishedDocuments } from "~/lib/documents/unfinished-documents.server";
import { sweepUploads } from "~/lib/files/sweep-uploads.server";
import { describeError, logLine } from "~/lib/http/log.server";
import { fallbackLanguage } from "~/lib/i18n/language";
import { unfinishedIgcFiles } from "~/lib/igc/unfinished-igc-files.server";
import { sendQueuedMail } from "~/lib/mail/send-queued.server";
import { syncOnCompetitionDay } from "~/lib/results/sync-results.server";
import { readClock } from "~/lib/settings.server";
import { editions } from "~editions/index";
import type { Edition } from "~editions/schema";
import { createCtx } from "./context.server";

/** Run for every edition, in this order; a job that fails does not stop the others. */
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
			const asked = { edition, now: readClock(env, now), actor: null, language: fallbackLanguage, ip: null };
			await run(createCtx({ ...asked, requestId }, env, execution));
		} catch (error) {
			logLine("error", "job", { job, edition: edition.year, requestId, ...describeError(error) });
		}
	}
}

/** Runs every five minutes; editions do not wait for each other. */
export async function runSchedule(now: Date, env: Env, execution: ExecutionContext): Promise<void> {
	await Promise.all(editions.map((edition) => runJobs(edition, now, env, execution)));
}
