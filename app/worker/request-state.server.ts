import { type Session, sessionOf, sessionUser } from "~/lib/accounts/session.server";
import { readToken } from "~/lib/accounts/token.server";
import type { Ctx } from "~/lib/context";
import { openDb } from "~/lib/db/client.server";
import { first, logFailedQueries, preparedParts } from "~/lib/db/read.server";
import { onDutyBy } from "~/lib/desk/duty-links.server";
import { editionWith, heldSettings } from "~/lib/editions/edition-settings.server";
import type { HeldEdition } from "~/lib/editions/opening-times";
import { pragueDate } from "~/lib/editions/prague-time";
import { readDutyCookie, readTokenCookie } from "~/lib/http/cookies.server";
import { readFlash } from "~/lib/http/flash.server";
import { createNonce } from "~/lib/http/security-headers.server";
import { readClock, readSettings } from "~/lib/settings.server";
import { WorkBudget } from "~/lib/work-budget";
import type { Channel } from "~db/enums";
import type { RequestState } from "../../load-context";
import { noteWrite } from "./closed-years.server";
import { carryOut } from "./effects.server";
import type { RequestScope } from "./request-info.server";
import { isVisitors } from "./script-reply.server";
import {
	neededOfState,
	readSharedState,
	type SharedState,
	sharedStateOf,
	sharedStateQueries,
} from "./shared-state.server";

type Checked =
	| Session
	| { readonly actor: null; readonly current: null; readonly refusal: "token-invalid" | null };

/** The account of a session, with what visitors read. */
const readSignedIn = preparedParts(
	["today", "tokenId", "userId"],
	(db, { today, tokenId, userId }) => ({
		...sharedStateQueries(db, today),
		user: first(sessionUser(db, { tokenId, userId })),
	}),
	[...neededOfState, "user"],
);

/**
 * Reads what every page and every API call needs to know about a request: with a session in a single batch, without one from the
 * state that visitors share.
 * @throws what the database throws
 */
export async function readRequestState(
	scope: RequestScope,
	visitorsState: () => Promise<SharedState>,
	contentChanged: () => void,
): Promise<Omit<RequestState, "routes">> {
	const { info, request, env, execution, requestId } = scope;
	const { edition: file, language } = info;
	const now = readClock(env);
	const channel = info.isApiPath ? "api" : "page";
	const isVisitor = channel === "page" && isVisitors(request);
	const token = isVisitor ? null : tokenOf(request, channel);
	const settings = readSettings(env, file.year);
	const claims = token ? await readToken("session", token, { edition: file, settings, now }) : null;
	let session: Checked = { actor: null, current: null, refusal: token ? "token-invalid" : null };
	let shared: SharedState | null = null;
	if (claims) {
		const { tokenId, userId } = claims;
		const asked = { today: pragueDate(now), tokenId, userId };
		const read = await readSignedIn(openDb(file, env), asked);
		session = sessionOf({ edition: file, settings, channel }, claims, read.found.user);
		shared = sharedStateOf(info, read);
	}
	const duty = channel === "page" && !isVisitor ? readDutyCookie(request) : null;
	// The state must include what somebody on duty has just tapped.
	if (duty) shared ??= await readSharedState(info, env);
	const { edition, tracking, sharedNumbers, dataVersion, failed } = shared ?? (await visitorsState());
	logFailedQueries(requestId, failed);
	const onDuty = duty ? await onDutyBy({ db: openDb(edition, env), edition, now, language }, duty) : null;
	const { actor, current } = session;
	const { drafts } = info.season;
	const ip = request.headers.get("CF-Connecting-IP");
	const userAgent = request.headers.get("User-Agent");
	const who = { actor, onDuty, session: current, language, ip, userAgent };
	const writes: RequestState["writes"] = { lastVersion: null };
	const written = (version: number) => {
		writes.lastVersion = version;
		noteWrite(edition, now, { env, execution });
	};
	return {
		ctx: createCtx(
			{ edition, drafts, now, channel, ...who, requestId, contentChanged, written, work: new WorkBudget() },
			env,
			execution,
		),
		tokenRefusal: session.refusal,
		isDutyOver: duty !== null && !onDuty && !actor,
		sessionEndsAt: actor && claims ? claims.expiresAt : null,
		flash: readFlash(request),
		version: dataVersion,
		writes,
		tracking,
		sharedNumbers,
		nonce: createNonce(),
		failures: failed.map(({ error }) => error),
	};
}

/** The bearer token of an API request, the cookie's of a page: neither channel reads the other's. */
export function tokenOf(request: Request, channel: Channel): string | null {
	if (channel === "page") return readTokenCookie(request);
	return /^Bearer +(\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1] ?? null;
}

/** What a request, or a run of the scheduler, says; the rest follows from the environment. */
type ContextInput = Omit<
	Ctx,
	"db" | "earlierDb" | "files" | "live" | "settings" | "defer" | "start" | "inDraft"
>;

/** The context of a request, or of a run of the scheduler. */
export function createCtx(asked: ContextInput, env: Env, execution: ExecutionContext): Ctx {
	const ctx: Ctx = {
		...asked,
		db: openDb(asked.edition, env),
		earlierDb: (edition) => (env[`DB_${edition.year}`] ? openDb(edition, env) : null),
		files: env.FILES,
		live: liveOf(asked.edition, env),
		settings: readSettings(env, asked.edition.year),
		defer: (work) => execution.waitUntil(work),
		start: (effect) => execution.waitUntil(carryOut(ctx, effect)),
		inDraft: async (draft) => {
			const edition = editionWith(draft, await heldSettings(openDb(draft, env)));
			const held = { ...edition, newestYear: asked.edition.newestYear };
			return createCtx({ ...asked, ...nobody, edition: held }, env, execution);
		},
	};
	return ctx;
}

function liveOf({ year, newestYear }: HeldEdition, { LIVE, LIVE_POSITIONS }: Env): Ctx["live"] {
	return LIVE === "on" && LIVE_POSITIONS && year === newestYear
		? LIVE_POSITIONS.getByName(String(year))
		: null;
}

/** Accounts belong to one edition, and so does the version of its data. */
const nobody = { actor: null, onDuty: null, session: null, written: () => {} } as const;
