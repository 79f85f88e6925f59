import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import { z } from "zod";
import type { Ctx } from "~/lib/context";
import { requiredLine } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";

/** The host for which a passkey is valid, its relying party. */
export interface PasskeyHost {
	readonly hostname: string;
	/** The browser puts it into what a passkey signs. */
	readonly origin: string;
}

/**
 * Returns the host of a request; null when it is not one of the edition's. The settings decide, as a proxy in between could send
 * any Host header. Names of the local machine are harmless.
 */
export function passkeyHost({ edition, settings }: Ctx, request: Request): PasskeyHost | null {
	const { hostname, origin } = new URL(request.url);
	const ours = [settings.publicDomain, `${edition.year}.${settings.publicDomain}`, "localhost"];
	return ours.includes(hostname) || hostname.endsWith(".localhost") ? { hostname, origin } : null;
}

/*
 * The part of Web Authentication (level 2, chapters 7.1 and 7.2) that a second factor needs: keys of ES256 and RS256, no
 * attestation. The browser itself hands out the public key, so nothing here reads CBOR.
 */

/** What a page asks a browser for. */
interface PasskeyQuestion {
	readonly host: PasskeyHost;
	/** In base64url. */
	readonly challenge: string;
}

/** Returns the passkey that an authenticator has made on our page; null for any other, and for a kind of key that is not accepted. */
export function checkNewPasskey(asked: PasskeyQuestion, sent: Omit<NewPasskey, "name">) {
	const { credentialId: id, publicKey } = sent;
	const data = readAuthenticatorData(asked.host, sent.authenticatorData);
	const isGood = data?.credentialId === id && isAnswerTo(asked, "webauthn.create", sent.clientData);
	return isGood && readPublicKey(publicKey) ? { id, publicKey, signCount: data.signCount } : null;
}

/** Returns the new count of uses; null unless the passkey has signed what the page asked for, and is not a copy. */
export function checkProof(
	asked: PasskeyQuestion,
	passkey: { readonly publicKey: string; readonly signCount: number },
	proof: PasskeyProof,
): { readonly signCount: number } | null {
	const key = readPublicKey(passkey.publicKey);
	const data = readAuthenticatorData(asked.host, proof.authenticatorData);
	if (!key || !data || !isAnswerTo(asked, "webauthn.get", proof.clientData) || !isSignedBy(key, proof))
		return null;
	return counts(passkey.signCount, data.signCount) ? { signCount: data.signCount } : null;
}

/** Whether the count of uses is plausible. A count that does not grow belongs to a copy, except that many passkeys always send 0. */
function counts(before: number, now: number): boolean {
	return now > before || (now === 0 && before === 0);
}

/** COSE numbers of ES256 and RS256. */
export const keyAlgorithms = [-7, -257] as const;

const shortestRsaKey = 2_048;

/** Returns the public key; null when it is broken, weak or of another kind. */
function readPublicKey(spki: string): KeyObject | null {
	try {
		const key = createPublicKey({ key: bytesOf(spki), format: "der", type: "spki" });
		const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
		const isGood =
			key.asymmetricKeyType === "ec"
				? namedCurve === "prime256v1"
				: key.asymmetricKeyType === "rsa" && modulusLength >= shortestRsaKey;
		return isGood ? key : null;
	} catch {
		return null;
	}
}

const statement = z.object({
	type: z.string(),
	challenge: z.string(),
	origin: z.string(),
	crossOrigin: z.boolean().optional(),
});

/** Whether the browser was asked by us, on a page of ours. @param clientData JSON in base64url */
function isAnswerTo({ host, challenge }: PasskeyQuestion, type: string, clientData: string): boolean {
	let json: unknown;
	try {
		json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(clientData)));
	} catch {
		return false;
	}
	const said = statement.safeParse(json);
	return (
		said.success &&
		said.data.type === type &&
		said.data.challenge === challenge &&
		said.data.origin === host.origin &&
		said.data.crossOrigin !== true
	);
}

/** Bits of the flags: the user was present, and was verified by PIN, finger or face. */
const presentAndVerified = 0x01 | 0x04;
const withCredential = 0x40;

/**
 * Offset of the id: 37 bytes are the digest of the host, the flags and the counter; a new passkey adds 16 bytes for its model and
 * two for the length of the id.
 */
const idAt = 37 + 16 + 2;

interface AuthenticatorData {
	readonly signCount: number;
	/** Id of a new passkey, in base64url. */
	readonly credentialId: string | null;
}

/** Returns null for data of another host, and when the authenticator has not verified the user. */
function readAuthenticatorData({ hostname }: PasskeyHost, data: string): AuthenticatorData | null {
	const bytes = bytesOf(data);
	if (bytes.length < 37) return null;
	const flags = bytes.readUInt8(32);
	const isOurs = createHash("sha256").update(hostname).digest().equals(bytes.subarray(0, 32));
	if (!isOurs || (flags & presentAndVerified) !== presentAndVerified) return null;
	const hasId = (flags & withCredential) !== 0 && bytes.length > idAt;
	const id = hasId ? bytes.subarray(idAt, idAt + bytes.readUInt16BE(idAt - 2)) : null;
	return { signCount: bytes.readUInt32BE(33), credentialId: id?.toString("base64url") ?? null };
}

function isSignedBy(key: KeyObject, { authenticatorData, clientData, signature }: PasskeyProof): boolean {
	const digest = createHash("sha256").update(bytesOf(clientData)).digest();
	return verify("sha256", Buffer.concat([bytesOf(authenticatorData), digest]), key, bytesOf(signature));
}

function bytesOf(text: string): Buffer {
	return Buffer.from(text, "base64url");
}

/* What scripts send about a passkey: binary values of WebAuthn in base64url. */

/** @param longest characters */
const binary = (longest: number) =>
	z
		.string()
		.max(longest)
		.regex(/^[\w-]+$/);

/** A credential's id has at most 1,023 bytes. */
const credentialId = binary(1_364);
const clientData = binary(2_000);
const authenticatorData = binary(4_000);

export const passkeyProofSchema = z.object({
	credentialId,
	clientData,
	authenticatorData,
	/** An RSA signature of 4,096 bits at most. */
	signature: binary(683),
});

export const newPasskeySchema = z.object({
	name: requiredLine(limits.passkeyName),
	credentialId,
	clientData,
	authenticatorData,
	/** A SubjectPublicKeyInfo of RSA with 4,096 bits at most. */
	publicKey: binary(740),
});

export type PasskeyProof = z.infer<typeof passkeyProofSchema>;
export type NewPasskey = z.infer<typeof newPasskeySchema>;
