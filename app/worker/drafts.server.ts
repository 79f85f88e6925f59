import { sessionOf, sessionUser } from "~/lib/accounts/session.server";
import { readToken } from "~/lib/accounts/token.server";
import { openDb } from "~/lib/db/client.server";
import { preparedRead } from "~/lib/db/read.server";
import { readClock, readSettings } from "~/lib/settings.server";
import { isDoor } from "./doors";
import type { createRequestInfos, RequestInfo } from "./request-info.server";
import { tokenOf } from "./request-state.server";
import type { createSeasons } from "./seasons.server";

const readAccount = preparedRead(["tokenId", "userId"], (db, claims) => ({ user: sessionUser(db, claims) }));

/**
 * The request info with which the draft answers that the host names: to everybody on the way in, else to those who have a role in it. Null
 * for strangers, who get the present year.
 */
async function draftFor(info: RequestInfo, request: Request, env: Env): Promise<RequestInfo | null> {
	const { draft, route } = info;
	if (!draft) return null;
	const drafted: RequestInfo = { ...info, edition: draft, isCachedRead: false };
	const settings = readSettings(env, draft.year);
	// The first invitation is read there.
	if (isDoor(route) || (settings.local && route.startsWith("/dev/mail"))) return drafted;
	const channel = info.isApiPath ? "api" : "page";
	const token = tokenOf(request, channel);
	const now = readClock(env);
	const claims = token && (await readToken("session", token, { edition: draft, settings, now }));
	if (!claims) return null;
	const [user] = await readAccount(openDb(draft, env), claims).then(
		(found) => found.user,
		// The request then fails as it does in other editions whose database is away.
		() => [null],
	);
	if (user === null) return drafted;
	const { actor } = sessionOf({ edition: draft, settings, channel }, claims, user);
	return actor?.role ? drafted : null;
}

/**
 * Request infos in the season that is known. On the host of a draft its organisers get it, and everybody else what an unknown host shows.
 */
export function createInfos(
	requestInfos: ReturnType<typeof createRequestInfos>,
	seasons: ReturnType<typeof createSeasons>,
) {
	return {
		/** The info of an earlier equal request. */
		cached(request: Request): RequestInfo | undefined {
			const season = seasons.known();
			return season ? requestInfos.cached(request, season) : undefined;
		},

		async read(request: Request, env: Env): Promise<RequestInfo> {
			const info = await requestInfos.read(request, seasons.known() ?? (await seasons.recall(env)));
			if (!info.draft || info.isCachedRead) return info;
			return (await draftFor(info, request, env)) ?? info;
		},
	};
}
