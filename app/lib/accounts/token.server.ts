import { sign, verify } from "@tsndr/cloudflare-worker-jwt";
import type { Settings } from "~/lib/settings.server";

/** 59 minutes, which the timers of the API's clients expect. */
export const sessionSeconds = 3_540;

/** The claims of a session. `sessionOf` checks them against the database on every request. */
export interface SessionClaims {
	readonly userId: string;
	readonly tokenId: string;
	readonly tokenVersion: number;
	readonly expiresAt: Date;
}

const algorithm = "HS256";

/** The purposes of tokens, and the seconds for which a token is valid. */
const lifetimes = {
	session: sessionSeconds,
	/** Of a browser that has sent the right password and has yet to send a code. */
	"login-step": 600,
	/**
	 * Of an upload form: logs sent with it belong to this account, even if another one is signed in when they arrive. A log that waits 72
	 * hours for a connection still counts as its sender's own.
	 */
	upload: 259_200,
} as const;

type Purpose = keyof typeof lifetimes;

interface TokenUser {
	readonly id: string;
	readonly tokenVersion: number;
}

/** What a token is made for, and checked against. */
interface Issuer {
	readonly edition: { readonly year: number };
	readonly settings: Settings;
	readonly now: Date;
}

/** @param tokenId id of the session; that of another purpose is never asked for */
export function signToken(
	purpose: Purpose,
	user: TokenUser,
	{ edition, settings, now }: Issuer,
	tokenId: string = crypto.randomUUID(),
): Promise<string> {
	const issuedAt = Math.floor(now.getTime() / 1000);
	const payload = {
		sub: user.id,
		aud: String(edition.year),
		jti: tokenId,
		iat: issuedAt,
		exp: issuedAt + lifetimes[purpose],
		purpose,
		version: user.tokenVersion,
	};
	return sign(payload, settings.tokenSecret, { algorithm });
}

/**
 * Returns null unless the token is complete, unexpired, of this edition and for this purpose. It checks every claim itself: the
 * library throws on garbage, and takes a missing, textual or zero `exp` to mean that the token never expires.
 */
export async function readToken(
	purpose: Purpose,
	token: string,
	{ edition, settings, now }: Issuer,
): Promise<SessionClaims | null> {
	if (token.length > 2_000) return null;
	const payload =
		(await verified(token, settings.tokenSecret)) ??
		(settings.previousTokenSecret ? await verified(token, settings.previousTokenSecret) : null);
	if (!payload) return null;
	const { sub, aud, jti, iat, exp, purpose: given, version } = payload;
	if (typeof sub !== "string" || typeof jti !== "string" || aud !== String(edition.year) || given !== purpose)
		return null;
	if (!Number.isSafeInteger(iat) || !Number.isSafeInteger(exp) || !Number.isSafeInteger(version)) return null;
	const seconds = now.getTime() / 1000;
	const clockSkew = 60;
	if (
		Number(exp) <= seconds ||
		Number(exp) - Number(iat) > lifetimes[purpose] ||
		Number(iat) > seconds + clockSkew
	)
		return null;
	return {
		userId: sub,
		tokenId: jti,
		tokenVersion: Number(version),
		expiresAt: new Date(Number(exp) * 1000),
	};
}

async function verified(token: string, secret: string): Promise<Record<string, unknown> | null> {
	try {
		// `readToken` judges times by the request's clock.
		const options = { algorithm, clockTolerance: Number.MAX_SAFE_INTEGER };
		const data = await verify<Record<string, unknown>>(token, secret, options);
		if (data?.header.alg !== algorithm || typeof data.payload !== "object" || data.payload === null)
			return null;
		return data.payload;
	} catch {
		return null;
	}
}

/** The token of a link in a mail: 32 random bytes in base64url. Only its SHA-256 is stored. */
export function randomLinkToken(): string {
	return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
}
