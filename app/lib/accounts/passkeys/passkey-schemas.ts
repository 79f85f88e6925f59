import { z } from "zod";
import { requiredLine } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";

/* What scripts send of a passkey: binary values of WebAuthn in base64url. */

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

/** That somebody has a passkey. */
export const passkeyProofSchema = z.object({
	credentialId,
	clientData,
	authenticatorData,
	/** Of RSA with 4,096 bits at most. */
	signature: binary(683),
});

/** A passkey that was made. */
export const newPasskeySchema = z.object({
	name: requiredLine(limits.passkeyName),
	credentialId,
	clientData,
	authenticatorData,
	/** A SubjectPublicKeyInfo, of RSA with 4,096 bits at most. */
	publicKey: binary(740),
});

export type PasskeyProof = z.infer<typeof passkeyProofSchema>;
export type NewPasskey = z.infer<typeof newPasskeySchema>;
