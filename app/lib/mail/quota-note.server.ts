import { inArray } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { textsOf } from "~/lib/i18n/i18n.server";
import { outbox } from "~db/schema";
import { mailsLeftToday } from "./outbox.server";

/** How many of some mails leave today, and how many later; null when all of them do today. Those that wait already go first. */
export async function quotaNote(ctx: Ctx, mails: number): Promise<string | null> {
	const left = await mailsLeftToday(ctx);
	if (left === Number.POSITIVE_INFINITY) return null;
	const waiting = await ctx.db.$count(outbox, inArray(outbox.state, ["queued", "sending"]));
	const today = Math.max(0, left - waiting);
	if (today >= mails) return null;
	return textsOf(ctx.language).t("mail.quota", { today, later: mails - today });
}
