import { and, eq, isNull } from "drizzle-orm";
import { eraseAccount } from "~/lib/accounts/erase-account.server";
import type { Ctx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { fallbackLanguage } from "~/lib/i18n/language";
import { done, type Result, refuse } from "~/lib/result";
import { erasures } from "~db/schema";
import { erasureOfLink } from "./erasure-link.server";
import { boundResults, type OpenErasure } from "./erasure-queries.server";

/** Milliseconds for which organisers may object. */
const objectionTime = 24 * 60 * 60_000;

interface Confirmed {
	readonly userId: string;
	readonly dueAt: Date | null;
}

/**
 * Confirms a request by its link. An account without results is erased at once; otherwise the scheduler does it when
 * nobody has objected for a day.
 * @returns when it is due; null when the account is erased; and whose it is
 */
export async function confirmErasure(
	ctx: Ctx,
	id: string,
	url: URL,
): Promise<Result<Confirmed, "erasure-link-invalid">> {
	const erasure = await erasureOfLink(ctx, id, url);
	if (!erasure) return refuse("erasure-link-invalid");
	const { userId, dueAt } = erasure;
	// The same link again.
	if (dueAt) return done({ userId, dueAt });
	const [bound] = await boundResults(ctx.db, userId);
	if (bound?.results) return waitForObjections(ctx, erasure, bound);
	const erased = await eraseAccount(ctx, { ...erasure, by: userId });
	return erased ? done({ userId, dueAt: null }) : refuse("erasure-link-invalid");
}

async function waitForObjections(
	ctx: Ctx,
	erasure: OpenErasure,
	bound: { readonly registrationId: string; readonly results: number },
): Promise<Result<Confirmed, "erasure-link-invalid">> {
	const { db, now, edition } = ctx;
	const { id, userId, name, surname } = erasure;
	const dueAt = new Date(now.getTime() + objectionTime);
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				db
					.update(erasures)
					.set({ confirmedAt: now, dueAt })
					.where(and(eq(erasures.id, id), isNull(erasures.outcome), isNull(erasures.confirmedAt))),
			),
		],
		audit: { action: "account.erase-confirm", subjectId: userId, actorId: userId, after: { dueAt } },
		outbox: [
			mailTo({ ...erasure, id: userId }, "erasure-waiting", { dueAt: dueAt.toISOString() }),
			...edition.organiserEmails.map((email) =>
				mailTo({ id: null, email, language: fallbackLanguage }, "erasure-organisers", {
					...bound,
					name,
					surname,
					dueAt: dueAt.toISOString(),
				}),
			),
		],
		visible: false,
	});
	return committed.ok ? done({ userId, dueAt }) : refuse("erasure-link-invalid");
}
