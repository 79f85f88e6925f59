import type { Ctx } from "~/lib/context";
import { isSignedLink, signPath } from "~/lib/files/signed-link.server";
import { type Cookies, readCookies, readDeviceCookie } from "~/lib/http/cookies.server";
import { type SenderProofs, sentProof } from "./log-rights/log-sender.server";
import type { StoredLog } from "./store-log.server";
import { receiptPath } from "./upload-receipt";
import type { StoredVersion } from "./versions-queries.server";

const cookieName = "igc-sender";
const sentCookieName = "igc-sent";

const hour = 3_600_000;

/** The address to which an upload leads, and the cookies that go with it. */
export async function receiptOf(ctx: Ctx, { versionId, outcome, isSenders }: StoredLog) {
	const path = receiptPath(versionId);
	const headers = new Headers();
	if (isSenders) headers.append("Set-Cookie", await senderCookie(ctx, versionId));
	if (outcome !== "repeated") headers.append("Set-Cookie", await sentCookie(ctx, versionId));
	return { path: outcome === "new" ? path : `${path}?outcome=${outcome}`, headers };
}

/** Cookie by which a correction from the same browser may replace a log that nobody has confirmed. */
async function sentCookie(ctx: Ctx, versionId: string): Promise<string> {
	const proof = await sentProof(ctx, versionId);
	return `${sentCookieName}=${proof}; Path=/igc; HttpOnly; SameSite=Strict; Max-Age=${hour / 1000}`;
}

/** Cookie that says for an hour, on this receipt alone, that this browser sent the log. */
async function senderCookie(ctx: Ctx, versionId: string): Promise<string> {
	const path = receiptPath(versionId);
	const proof = (await signPath(ctx, "igc-move", path)).slice(path.length + 1);
	return `${cookieName}=${proof}; Path=${path}; HttpOnly; SameSite=Strict; Max-Age=${hour / 1000}`;
}

/**
 * Whether the reader sent this log less than an hour ago, by the cookie of the browser or by the account. Nobody has the right when
 * the flight also has a log of the competitor, which would move along, or when somebody has confirmed the log.
 */
export async function isSender(
	ctx: Ctx,
	version: Pick<StoredVersion, "id" | "uploadedBy" | "createdAt" | "standsBeside" | "confirmation">,
	cookies: Cookies,
): Promise<boolean> {
	if (version.standsBeside || version.confirmation !== null) return false;
	// The same bytes again get a new cookie, but not another hour.
	if (ctx.now.getTime() - version.createdAt.getTime() > hour) return false;
	if (ctx.actor && ctx.actor.id === version.uploadedBy) return true;
	const proof = cookies.get(cookieName);
	return (
		proof !== undefined &&
		isSignedLink(ctx, "igc-move", new URL(`${receiptPath(version.id)}?${proof}`, "https://path.invalid"))
	);
}

/** What the browser of a form proves about its sender, beside the session. */
export function proofsOf(request: Request, form: FormData): SenderProofs {
	const ticket = form.get("ticket");
	return {
		device: readDeviceCookie(request),
		ticket: typeof ticket === "string" ? ticket : null,
		sent: readCookies(request).get(sentCookieName) ?? null,
	};
}
