import type { Ctx } from "~/lib/context";
import { openDb } from "~/lib/db/client.server";
import { sendQueuedMail } from "~/lib/mail/send-queued.server";
import { readSettings } from "~/lib/settings.server";
import type { Edition } from "~editions/schema";

/** @throws Error when no database is bound to the edition */
export function openEdition({ year }: Edition, env: Env) {
	const binding = env[`DB_${year}`];
	if (!binding) throw new Error(`No database is bound to the edition ${year}`);
	return openDb(binding);
}

/** What a request, or a run of the scheduler, says; the rest follows from the environment. */
type Asked = Omit<Ctx, "db" | "files" | "settings" | "defer" | "mailQueued">;

/** The context of a request, or of a run of the scheduler. */
export function createCtx(asked: Asked, env: Env, execution: ExecutionContext): Ctx {
	const ctx: Ctx = {
		...asked,
		db: openEdition(asked.edition, env),
		files: env.FILES,
		settings: readSettings(env, asked.edition.year),
		defer: (work) => execution.waitUntil(work),
		mailQueued: () => execution.waitUntil(sendQueuedMail(ctx)),
	};
	return ctx;
}
