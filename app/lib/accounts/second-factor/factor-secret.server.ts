import { createHmac } from "node:crypto";
import type { Ctx } from "~/lib/context";

/** Bytes, as RFC 4226 recommends. */
const secretLength = 20;
/** Bytes of the nonce of AES-GCM. */
const nonceLength = 12;

type Secret = Uint8Array<ArrayBuffer>;

/** What a secret is sealed with: for one edition. */
interface Sealing {
	readonly settings: Pick<Ctx["settings"], "factorSecret">;
	readonly edition: Pick<Ctx["edition"], "year">;
}

/** @throws Error when the deployment has no FACTOR_SECRET */
function secretOf({ settings }: Sealing): string {
	if (!settings.factorSecret) throw new Error("FACTOR_SECRET must have at least 32 characters");
	return settings.factorSecret;
}

/**
 * The secret that a page offers to an authenticator app. Nothing is stored before the first code of the app has come, so the secret
 * is derived from the login or session that asks: loading the page again shows the same one.
 * @param origin id of the login or session
 * @param before when the factor that is to be replaced was set up
 */
export function offeredSecret(ctx: Ctx, userId: string, origin: string, before: Date | null): Secret {
	const parts = ["offer", ctx.edition.year, userId, origin, before?.getTime() ?? ""];
	return new Uint8Array(derivedFromFactorSecret(ctx, parts).subarray(0, secretLength));
}

/** Returns 32 bytes that nobody can foresee, the same for the same parts. @param parts the first part names the purpose */
export function derivedFromFactorSecret(ctx: Ctx, parts: readonly (string | number)[]): Buffer {
	return createHmac("sha256", secretOf(ctx)).update(parts.join("\n")).digest();
}

/** Encrypts a secret. It can be opened only for the same account of the same edition. */
export async function sealSecret(ctx: Sealing, userId: string, secret: Secret): Promise<string> {
	const iv = crypto.getRandomValues(new Uint8Array(nonceLength));
	const key = await sealingKey(ctx, "encrypt");
	const sealed = await crypto.subtle.encrypt(algorithmOf(ctx, userId, iv), key, secret);
	return Buffer.concat([iv, new Uint8Array(sealed)]).toString("base64");
}

/** Null when it was sealed with another FACTOR_SECRET. */
export async function openSecret(ctx: Sealing, userId: string, sealed: string): Promise<Secret | null> {
	const bytes = new Uint8Array(Buffer.from(sealed, "base64"));
	const key = await sealingKey(ctx, "decrypt");
	try {
		const algorithm = algorithmOf(ctx, userId, bytes.slice(0, nonceLength));
		return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, bytes.slice(nonceLength)));
	} catch {
		return null;
	}
}

function algorithmOf({ edition }: Sealing, userId: string, iv: Secret): AesGcmParams {
	return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(`${edition.year}\n${userId}`) };
}

async function sealingKey(ctx: Sealing, usage: "encrypt" | "decrypt"): Promise<CryptoKey> {
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secretOf(ctx)));
	return crypto.subtle.importKey("raw", digest, "AES-GCM", false, [usage]);
}
