import { sign, verify } from "@tsndr/cloudflare-worker-jwt";
import type { Settings } from "~/lib/settings.server";

/** 59 minutes, which the timers of the API's clients expect. */
export const sessionSeconds = 3_540;

/** `sessionOf` checks them against the database on every request. */
export interface SessionClaims {
	readonly userId: string;
	readonly tokenId: string;
	readonly tokenVersion: number;
	readonly expiresAt: Date;
}

const algorithm = "HS256";
const purpose = "session";

interface Payload {
	readonly sub: string;
	readonly aud: string;
	readonly jti: string;
	readonly iat: number;
	readonly exp: number;
	readonly purpose: string;
	readonly version: number;
}

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
 * Null unless the token is complete, unexpired and of this edition. Checks every claim itself: the library throws on
 * garbage, and a missing, textual or zero `exp` means to it that the token never expires.
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
		// `readSession` judges times by the request's clock.
		const options = { algorithm, clockTolerance: Number.MAX_SAFE_INTEGER };
		const data = await verify<Record<string, unknown>>(token, secret, options);
		if (data?.header.alg !== algorithm || typeof data.payload !== "object" || data.payload === null)
			return null;
		return data.payload;
	} catch {
		return null;
	}
}
