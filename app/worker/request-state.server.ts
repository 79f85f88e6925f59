import { type Session, sessionOf, sessionUser } from "~/lib/accounts/session.server";
import { readSession } from "~/lib/accounts/token.server";
import type { Ctx } from "~/lib/context";
import { type TrackingEntry, trackingOfDate } from "~/lib/days/tracking-queries.server";
import { openDb } from "~/lib/db/client.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { readTokenCookie } from "~/lib/http/cookies.server";
import { readFlash } from "~/lib/http/flash.server";
import { createNonce } from "~/lib/http/security-headers.server";
import { sendQueuedMail } from "~/lib/mail/send-queued.server";
import { readClock, readSettings } from "~/lib/settings.server";
import type { Edition } from "~editions/schema";
import type { RequestState } from "../../load-context";
import { contentVersion } from "./content-version.server";
import type { Place } from "./parsed-url";
import type { Arrival } from "./request-info.server";

/** The bearer token of an API request, the cookie's of a page: neither face reads the other's. */
function tokenOf(request: Request, { isApiPath }: Place): string | null {
	if (!isApiPath) return readTokenCookie(request);
	return /^Bearer +(\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1] ?? null;
}

/** What every page shows that does not depend on who asks. */
export interface Shell {
	readonly contentVersion: number;
	/** Tracking links of the current day. */
	readonly tracking: readonly TrackingEntry[];
}

function openEdition(edition: Edition, env: Env) {
	const binding = env[`DB_${edition.year}`];
	if (!binding) throw new Error(`No database is bound to the edition ${edition.year}`);
	return openDb(binding);
}

/** Reads what visitors' pages share, in a single batch. @throws what the database throws */
export async function readShell(edition: Edition, env: Env): Promise<Shell> {
	const db = openEdition(edition, env);
	const [[state], tracking] = await db.batch([
		contentVersion(db),
		trackingOfDate(db, pragueDate(readClock(env))),
	]);
	return { contentVersion: state?.contentVersion ?? 0, tracking };
}

/**
 * Finds out all that every page and every API call needs to know about a request: together with the session in a single batch,
 * for those who have none by the shell that visitors share.
 * @throws what the database throws
 */
export async function readRequestState(
	request: Request,
	{ place, language }: Arrival,
	env: Env,
	execution: ExecutionContext,
	requestId: string,
	visitorsShell: () => Promise<Shell>,
): Promise<Omit<RequestState, "routes">> {
	const { edition } = place;
	const settings = readSettings(env, edition.year);
	const now = readClock(env);
	const db = openEdition(edition, env);

	const token = tokenOf(request, place);
	const claims = token ? await readSession(token, edition.year, settings, now) : null;
	let session: Session | { actor: null; refusal: null } = {
		actor: null,
		refusal: token ? "token-invalid" : null,
	};
	let shell: Shell | null = null;
	if (claims) {
		const [[state], tracking, [user]] = await db.batch([
			contentVersion(db),
			trackingOfDate(db, pragueDate(now)),
			sessionUser(db, claims),
		]);
		session = sessionOf(claims, user);
		shell = { contentVersion: state?.contentVersion ?? 0, tracking };
	}
	const { tracking } = shell ?? (await visitorsShell());

	const ctx: Ctx = {
		edition,
		db,
		files: env.FILES,
		now,
		actor: session.actor,
		language,
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
	};
}
