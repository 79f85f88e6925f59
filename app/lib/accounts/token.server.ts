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

/** 10 minutes for the second step of a login. */
const loginStepSeconds = 600;

/** 72 hours: a log that waits that long for a connection still counts as its sender's own. */
const uploadTicketSeconds = 259_200;

const algorithm = "HS256";

/** The purposes of tokens, and the seconds for which a token is valid. */
const lifetimes = {
	session: sessionSeconds,
	"login-step": loginStepSeconds,
	upload: uploadTicketSeconds,
} as const;

type Purpose = keyof typeof lifetimes;

interface Payload {
	readonly sub: string;
	readonly aud: string;
	readonly jti: string;
	readonly iat: number;
	readonly exp: number;
	readonly purpose: Purpose;
	readonly version: number;
}

interface TokenUser {
	readonly id: string;
	readonly tokenVersion: number;
}

export function signSession(
	user: TokenUser,
	year: number,
	settings: Settings,
	now: Date,
	tokenId: string = crypto.randomUUID(),
): Promise<string> {
	return signToken("session", user, year, settings, now, tokenId);
}

/** The token of a browser that has sent the right password and has yet to send a code. */
export function signLoginStep(user: TokenUser, year: number, settings: Settings, now: Date): Promise<string> {
	return signToken("login-step", user, year, settings, now, crypto.randomUUID());
}

/** The ticket of an upload form: logs sent with it belong to this account, whoever is signed in when they arrive. */
export function signUploadTicket(
	user: TokenUser,
	year: number,
	settings: Settings,
	now: Date,
): Promise<string> {
	return signToken("upload", user, year, settings, now, crypto.randomUUID());
}

function signToken(
	purpose: Purpose,
	user: TokenUser,
	year: number,
	settings: Settings,
	now: Date,
	tokenId: string,
): Promise<string> {
	const issuedAt = Math.floor(now.getTime() / 1000);
	const payload: Payload = {
		sub: user.id,
		aud: String(year),
		jti: tokenId,
		iat: issuedAt,
		exp: issuedAt + lifetimes[purpose],
		purpose,
		version: user.tokenVersion,
	};
	return sign(payload, settings.tokenSecret, { algorithm });
}

export function readSession(
	token: string,
	year: number,
	settings: Settings,
	now: Date,
): Promise<SessionClaims | null> {
	return readToken("session", token, year, settings, now);
}

export function readLoginStep(
	token: string,
	year: number,
	settings: Settings,
	now: Date,
): Promise<SessionClaims | null> {
	return readToken("login-step", token, year, settings, now);
}

export function readUploadTicket(
	token: string,
	year: number,
	settings: Settings,
	now: Date,
): Promise<SessionClaims | null> {
	return readToken("upload", token, year, settings, now);
}

/**
 * Returns null unless the token is complete, unexpired, of this edition and for this purpose. It checks every claim itself: the
 * library throws on garbage, and takes a missing, textual or zero `exp` to mean that the token never expires.
 */
async function readToken(
	purpose: Purpose,
	token: string,
	year: number,
	settings: Settings,
	now: Date,
): Promise<SessionClaims | null> {
	if (token.length > 2_000) return null;
	const payload =
		(await verified(token, settings.tokenSecret)) ??
		(settings.previousTokenSecret ? await verified(token, settings.previousTokenSecret) : null);
	if (!payload) return null;
	const { sub, aud, jti, iat, exp, purpose: given, version } = payload;
	if (typeof sub !== "string" || typeof jti !== "string" || aud !== String(year) || given !== purpose)
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
