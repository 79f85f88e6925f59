import { sign, verify } from "@tsndr/cloudflare-worker-jwt";
import type { Settings } from "~/lib/settings.server";

/** Life of a session in seconds: 59 minutes, as the clients' own timers expect. */
export const sessionSeconds = 3_540;

/** What a session token says; all of it is checked against the database on every request. */
export interface SessionClaims {
	readonly userId: string;
	readonly tokenId: string;
	readonly tokenVersion: number;
	/** When the session ends. */
	readonly expiresAt: Date;
}

const algorithm = "HS256";
const purpose = "session";

interface Payload {
	sub: string;
	aud: string;
	jti: string;
	iat: number;
	exp: number;
	purpose: string;
	version: number;
}

/** Signs a session token for a user of one edition. */
export function signSession(
	user: { readonly id: string; readonly tokenVersion: number },
	year: number,
	settings: Settings,
	now: Date,
): Promise<string> {
	const issuedAt = Math.floor(now.getTime() / 1000);
	const payload: Payload = {
		sub: user.id,
		aud: String(year),
		jti: crypto.randomUUID(),
		iat: issuedAt,
		exp: issuedAt + sessionSeconds,
		purpose,
		version: user.tokenVersion,
	};
	return sign(payload, settings.tokenSecret, { algorithm });
}

/**
 * Reads a session token. Anything but a whole, unexpired token of this edition is null: the library throws on
 * garbage and takes a missing, textual or zero `exp` for "never expires", so every claim is checked here.
 */
export async function readSession(
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
		Number(exp) - Number(iat) > sessionSeconds ||
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
		// Times are judged by the caller's clock, not by the library's.
		const options = { algorithm, clockTolerance: Number.MAX_SAFE_INTEGER };
		const data = await verify<Record<string, unknown>>(token, secret, options);
		if (data?.header.alg !== algorithm || typeof data.payload !== "object" || data.payload === null)
			return null;
		return data.payload;
	} catch {
		return null;
	}
}
