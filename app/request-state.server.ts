import { sessionOf, sessionUser } from "~/lib/accounts/session.server";
import { readSession } from "~/lib/accounts/token.server";
import type { Ctx } from "~/lib/context";
import { openDb } from "~/lib/db/client.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { contentVersion } from "~/lib/http/content-version.server";
import { readTokenCookie } from "~/lib/http/cookies.server";
import { readFlash } from "~/lib/http/flash.server";
import { isApiPath } from "~/lib/http/paths";
import { createNonce } from "~/lib/http/security-headers.server";
import { languageOf } from "~/lib/i18n/i18n.server";
import { sendQueuedMail } from "~/lib/mail/send-queued.server";
import { readClock, readSettings } from "~/lib/settings.server";
import { trackingOfDate } from "~/lib/tracking/tracking-queries.server";
import type { Edition } from "~editions/schema";
import type { RequestState } from "../load-context";

/** The bearer token of an API request, the cookie's of a page: neither face reads the other's. */
function tokenOf(request: Request, path: string): string | null {
	if (!isApiPath(path)) return readTokenCookie(request);
	return /^Bearer +(\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1] ?? null;
}

/**
 * Finds out, in a single batch, all that every page and every API call needs to know about a request.
 * @throws what the database throws
 */
export async function readRequestState(
	request: Request,
	edition: Edition,
	env: Env,
	execution: ExecutionContext,
	requestId: string,
): Promise<RequestState & { readonly contentVersion: number }> {
	const settings = readSettings(env, edition.year);
	const now = readClock(env);
	const binding = env[`DB_${edition.year}`];
	if (!binding) throw new Error(`No database is bound to the edition ${edition.year}`);
	const db = openDb(binding);
	const path = new URL(request.url).pathname;

	const token = tokenOf(request, path);
	const claims = token ? await readSession(token, edition.year, settings, now) : null;
	const [[state], tracking, sessionRows] = await db.batch([
		contentVersion(db),
		trackingOfDate(db, pragueDate(now)),
		...(claims ? ([sessionUser(db, claims)] as const) : ([] as const)),
	]);
	const session = claims
		? sessionOf(claims, sessionRows?.[0])
		: { actor: null, refusal: token ? ("token-invalid" as const) : null };

	const ctx: Ctx = {
		edition,
		db,
		files: env.FILES,
		now,
		actor: session.actor,
		language: await languageOf(request),
		settings,
		requestId,
		ip: request.headers.get("CF-Connecting-IP"),
		defer: (work) => execution.waitUntil(work),
		mailQueued: () => execution.waitUntil(sendQueuedMail(ctx)),
	};
	return {
		ctx,
		tokenRefusal: session.refusal,
		sessionEndsAt: session.actor && claims ? claims.expiresAt : null,
		flash: readFlash(request),
		tracking,
		nonce: createNonce(),
		failures: [],
		contentVersion: state?.contentVersion ?? 0,
	};
}
