/* Passkeys of the browser (WebAuthn), with binary values in base64url. */

/** Milliseconds until the browser gives up asking. */
const timeout = 120_000;

interface NewPasskeyOptions {
	readonly challenge: string;
	/** Id, address and name of the account. */
	readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
	readonly site: string;
	/** Ids of passkeys that the account has already. */
	readonly known: readonly string[];
	/** COSE numbers. */
	readonly algorithms: readonly number[];
}

export function hasPasskeys(): boolean {
	return "PublicKeyCredential" in window;
}

/** Makes a passkey. @throws DOMException when the user or the browser refuses */
export async function makePasskey(options: NewPasskeyOptions): Promise<Readonly<Record<string, string>>> {
	const { challenge, user, site, known, algorithms } = options;
	const made = await navigator.credentials.create({
		publicKey: {
			challenge: bytesOf(challenge),
			rp: { name: site },
			user: { ...user, id: new TextEncoder().encode(user.id) },
			pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
			excludeCredentials: known.map(credential),
			authenticatorSelection: { userVerification: "required" },
			timeout,
		},
	});
	const { rawId, response } = made as PublicKeyCredential;
	const answer = response as AuthenticatorAttestationResponse;
	const publicKey = answer.getPublicKey();
	if (!publicKey) throw new DOMException("no public key", "NotSupportedError");
	return {
		credentialId: textOf(rawId),
		clientData: textOf(answer.clientDataJSON),
		authenticatorData: textOf(answer.getAuthenticatorData()),
		publicKey: textOf(publicKey),
	};
}

/** Asks for one of the passkeys. @throws DOMException when the user or the browser refuses */
export async function askForPasskey(
	challenge: string,
	ids: readonly string[],
): Promise<Readonly<Record<string, string>>> {
	const found = await navigator.credentials.get({
		publicKey: {
			challenge: bytesOf(challenge),
			allowCredentials: ids.map(credential),
			userVerification: "required",
			timeout,
		},
	});
	const { rawId, response } = found as PublicKeyCredential;
	const answer = response as AuthenticatorAssertionResponse;
	return {
		credentialId: textOf(rawId),
		clientData: textOf(answer.clientDataJSON),
		authenticatorData: textOf(answer.authenticatorData),
		signature: textOf(answer.signature),
	};
}

function credential(id: string): PublicKeyCredentialDescriptor {
	return { type: "public-key", id: bytesOf(id) };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
	const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
	return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
	const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)));
	return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
