import { createHmac, timingSafeEqual } from "node:crypto";
import type { Ctx } from "~/lib/context";
import { clearedLoginStepCookie, deviceCookies, tokenCookie } from "~/lib/http/cookies.server";
import type { users } from "~db/schema";
import type { NewSession } from "./session.server";

/*
 * A browser in which an account has logged in before has a cookie that says so. Its wrong passwords are counted separately, so that
 * a flood of them from elsewhere does not lock it out, and a flight log sent from it counts as the competitor's own. The cookie
 * alone lets nobody in, and the server stores nothing about it. What ends the sessions of the account ends it too.
 */

type Account = Pick<typeof users.$inferSelect, "id" | "email" | "tokenVersion">;

/** A name of 16 random bytes and a SHA-256 signature, both in base64url. */
const pattern = /^([\w-]{22})\.([\w-]{43})$/;

/** The value of the cookie for a browser that has logged in. */
function knownDevice(ctx: Ctx, account: Account): string {
	const name = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64url");
	return `${name}.${signatureOf(ctx, ctx.settings.tokenSecret, account, name).toString("base64url")}`;
}

/** Name of the device that the cookie proves for an account; null without a valid cookie. */
export function deviceOf(ctx: Ctx, account: Account, cookie: string | null): string | null {
	const [, name = "", signature = ""] = pattern.exec(cookie ?? "") ?? [];
	const given = Buffer.from(signature, "base64url");
	const { tokenSecret, previousTokenSecret } = ctx.settings;
	const isGood = [tokenSecret, previousTokenSecret].some((secret) => {
		if (secret === null) return false;
		const expected = signatureOf(ctx, secret, account, name);
		return given.length === expected.length && timingSafeEqual(given, expected);
	});
	return isGood ? name : null;
}

/** Tokens are signed with the same secret, but their signed text has no line feeds. */
function signatureOf(
	{ edition }: Ctx,
	secret: string,
	{ id, email, tokenVersion }: Account,
	name: string,
): Buffer {
	return createHmac("sha256", secret)
		.update(["device", edition.year, id, tokenVersion, email, name].join("\n"))
		.digest();
}

/** Headers of the response that ends a login: the session, and the cookie of the known device. */
export function sessionHeaders(
	ctx: Ctx,
	request: Request,
	{ token, user, tokenVersion }: NewSession,
): Headers {
	const headers = new Headers();
	headers.append("Set-Cookie", tokenCookie(request, token));
	headers.append("Set-Cookie", clearedLoginStepCookie(request));
	for (const cookie of deviceCookies(request, knownDevice(ctx, { ...user, tokenVersion })))
		headers.append("Set-Cookie", cookie);
	return headers;
}
