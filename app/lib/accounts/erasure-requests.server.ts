import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { EraseInput, ObjectionInput } from "~/lib/accounts/account-schemas";
import { undoableChanges } from "~/lib/accounts/email/email-claims.server";
import { checkOwnPassword } from "~/lib/accounts/password/check-own-password.server";
import type { Ctx, StaffCtx, UserCtx } from "~/lib/context";
import { commit, commitOrStale, exactlyOne } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { first, read } from "~/lib/db/read.server";
import { isSignedLink, signPath } from "~/lib/files/signed-link.server";
import { countByAccount } from "~/lib/http/throttle.server";
import { erasureRequests } from "~/lib/http/write-limits";
import { fallbackLanguage } from "~/lib/i18n/language";
import { done, type Result, refuse, refuseForNow } from "~/lib/result";
import { emailClaims, erasures, users } from "~db/schema";
import { eraseAccount } from "./erase-account.server";
import { boundResults, isDue, isWaiting, type OpenErasure, openErasures } from "./erasure-queries.server";
import { isSpared } from "./team.server";

/**
 * Mails the signed-in user a link that confirms the erasure of the account. A request that is already confirmed stays as it is.
 * While a change of the address can still be undone, the new address gets no link: it may belong to a thief who knows the password.
 */
export async function askForErasure(
	ctx: UserCtx,
	{ password }: EraseInput,
): Promise<Result<null, "invalid-fields" | "email-undoable" | "last-organiser" | "too-many-requests">> {
	const { db, actor, now } = ctx;
	const wait = await countByAccount(ctx, erasureRequests, actor.id);
	if (wait !== null) return refuseForNow(wait);
	const ofUser = eq(erasures.userId, actor.id);
	const { user, spared, confirmed, undoable } = await read(db, {
		user: first(db.select().from(users).where(eq(users.id, actor.id))),
		spared: first(
			db
				.select({ id: users.id })
				.from(users)
				.where(and(eq(users.id, actor.id), isSpared(db))),
		),
		confirmed: first(openErasures(db, and(ofUser, isNotNull(erasures.confirmedAt)))),
		undoable: first(undoableChanges(db, now, eq(emailClaims.userId, actor.id))),
	});
	const checked = user ? await checkOwnPassword(ctx, user, password) : done(false);
	if (!checked.ok) return checked;
	if (!user || !checked.value) {
		return refuse("invalid-fields", { password: "account.erase.wrongPassword" });
	}
	if (confirmed) return done(null);
	if (undoable) return refuse("email-undoable");
	if (!spared) return refuse("last-organiser");
	await commit(ctx, {
		statements: [
			db
				.update(erasures)
				.set({ outcome: "replaced", endedAt: now })
				.where(and(ofUser, isNull(erasures.outcome))),
			db.insert(erasures).values({
				id: crypto.randomUUID(),
				userId: user.id,
				tokenVersion: user.tokenVersion,
				createdAt: now,
			}),
		],
		audit: { action: "account.erase-request", subjectId: user.id },
		outbox: [mailTo(user, "erasure-confirm", {})],
		visible: false,
	});
	return done(null);
}

/** Milliseconds for which organisers may object. */
const objectionTime = 24 * 60 * 60_000;

interface Confirmed {
	readonly userId: string;
	readonly dueAt: Date | null;
}

/**
 * Confirms a request by its link. An account without results is erased at once. Otherwise the scheduler erases it after a day in
 * which nobody has objected.
 * @returns the user, and the time when the erasure is due; null when the account is erased already
 */
export async function confirmErasure(
	ctx: Ctx,
	id: string,
	url: URL,
): Promise<Result<Confirmed, "erasure-link-invalid">> {
	const erasure = await erasureOfLink(ctx, id, url);
	if (!erasure) return refuse("erasure-link-invalid");
	const { userId, dueAt } = erasure;
	// The same link was opened again.
	if (dueAt) return done({ userId, dueAt });
	const [bound] = await boundResults(ctx.db, userId);
	if (bound?.results) return waitForObjections(ctx, erasure, bound);
	const erased = await eraseAccount(ctx, { ...erasure, by: userId });
	return erased ? done({ userId, dueAt: null }) : refuse("erasure-link-invalid");
}

/** The signature covers the address: once the account has another address, a link sent to the old one is void. */
const signedPath = (id: string, email: string) => `/erase-account/${id}/${encodeURIComponent(email)}`;

/**
 * The end of the path that confirms the user's open request. The signature is valid for an hour. When the mail is sent again, it
 * gets another valid signature; the request itself lets a link be used once.
 * @returns null when no request waits for its confirmation, or the account has another address by now
 */
export async function createErasureLink(
	ctx: Ctx,
	{ userId, email }: { readonly userId: string; readonly email: string },
): Promise<string | null> {
	const unconfirmed = and(eq(erasures.userId, userId), eq(users.email, email), isNull(erasures.confirmedAt));
	const [erasure] = await openErasures(ctx.db, unconfirmed);
	if (!erasure) return null;
	const { id } = erasure;
	const path = signedPath(id, email);
	return `${id}${(await signPath(ctx, "erasure", path)).slice(path.length)}`;
}

/** The open request of a link, confirmed or not. Null when the link is forged, too old or used up. */
export async function erasureOfLink(ctx: Ctx, id: string, url: URL): Promise<OpenErasure | null> {
	const [erasure] = await openErasures(ctx.db, eq(erasures.id, id));
	if (!erasure) return null;
	const signed = new URL(`${signedPath(id, erasure.email)}${url.search}`, url);
	return (await isSignedLink(ctx, "erasure", signed)) ? erasure : null;
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

/** Withdraws the signed-in user's open request. This is possible until the scheduler carries it out. */
export async function withdrawErasure(ctx: UserCtx): Promise<Result<null, "stale">> {
	const { db, actor, now } = ctx;
	return commitOrStale(ctx, {
		statements: [
			exactlyOne(
				db
					.update(erasures)
					.set({ outcome: "withdrawn", endedAt: now })
					.where(and(eq(erasures.userId, actor.id), isNull(erasures.outcome))),
			),
		],
		audit: { action: "account.erase-withdraw", subjectId: actor.id },
		visible: false,
	});
}

/** Stops an erasure that concerns results. The competitor reads why, and may ask again. */
export async function objectToErasure(
	ctx: StaffCtx<"operations">,
	{ erasure: id, objection }: ObjectionInput,
): Promise<Result<null, "stale">> {
	const { db, actor, now } = ctx;
	const [erasure] = await openErasures(db, and(eq(erasures.id, id), isWaiting(now)));
	if (!erasure) return refuse("stale");
	const { userId } = erasure;
	return commitOrStale(ctx, {
		statements: [
			exactlyOne(
				db
					.update(erasures)
					.set({ outcome: "objected", endedAt: now, objectedBy: actor.id, objection })
					.where(and(eq(erasures.id, id), isNull(erasures.outcome), isWaiting(now))),
			),
		],
		audit: { action: "account.erase-object", subjectId: userId, after: { objection } },
		outbox: [mailTo({ ...erasure, id: userId }, "erasure-objected", { objection })],
		visible: false,
	});
}

/** Erases the accounts against whose erasure nobody has objected in time. */
export async function carryOutErasures(ctx: Ctx): Promise<void> {
	for (const erasure of await openErasures(ctx.db, isDue(ctx.now))) {
		await eraseAccount(ctx, { ...erasure, by: null });
	}
}
