import type { Ctx } from "~/lib/context";
import { openDb } from "~/lib/db/client.server";
import { unfinishedDocuments } from "~/lib/documents/unfinished-documents.server";
import { sweepUploads } from "~/lib/files/sweep-uploads.server";
import { describeError, logLine } from "~/lib/http/log.server";
import { fallbackLanguage } from "~/lib/i18n/language";
import { unfinishedIgcFiles } from "~/lib/igc/unfinished-igc-files.server";
import { sendQueuedMail } from "~/lib/mail/send-queued.server";
import { readClock, readSettings } from "~/lib/settings.server";
import { editions } from "~editions/index";
import type { Edition } from "~editions/schema";

/** The context of work that nobody asked for in particular. */
function scheduledContext(edition: Edition, now: Date, env: Env, execution: ExecutionContext): Ctx | null {
	const binding = env[`DB_${edition.year}`];
	if (!binding) return null;
	const ctx: Ctx = {
		edition,
		db: openDb(binding),
		files: env.FILES,
		now: readClock(env, now),
		actor: null,
		language: fallbackLanguage,
		settings: readSettings(env, edition.year),
		requestId: crypto.randomUUID(),
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
};

/** What the scheduler does every five minutes. */
export async function runSchedule(now: Date, env: Env, execution: ExecutionContext): Promise<void> {
	for (const edition of editions) {
		const ctx = scheduledContext(edition, now, env, execution);
		if (!ctx) continue;
		for (const [job, run] of Object.entries(jobs)) {
			try {
				await run(ctx);
			} catch (error) {
				const { requestId } = ctx;
				logLine("error", "job", { job, edition: edition.year, requestId, ...describeError(error) });
			}
		}
	}
}
