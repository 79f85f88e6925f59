import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { beforeAll, expect, test } from "vitest";
import { checkNewPasskey, checkProof } from "~/lib/accounts/passkeys/web-authn.server";
import { createPasskey } from "../support/passkey";

/* Our check of passkeys against that of a library: both take the same, and refuse the same. */

type Passkey = Awaited<ReturnType<typeof createPasskey>>;
type Made = ReturnType<Passkey["made"]>;
type Proof = ReturnType<Passkey["proof"]>;
type Lies = NonNullable<Parameters<Passkey["proof"]>[1]>;

const origin = "https://glidercup.example";
const host = { origin, hostname: "glidercup.example" };
const challenge = Buffer.alloc(32, 7).toString("base64url");
const otherChallenge = Buffer.alloc(32, 8).toString("base64url");

let passkey: Passkey;
let other: Passkey;
beforeAll(async () => {
	[passkey, other] = await Promise.all([createPasskey(origin), createPasskey(origin)]);
});

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));

/** The verdict of the library, which throws for most of what it refuses. */
const isTaken = (work: Promise<{ readonly verified: boolean }>) =>
	work.then(
		({ verified }) => verified,
		() => false,
	);

/** What our page does not send: the authenticator's data in CBOR, without an attestation. */
function attestationObject(authenticatorData: string): string {
	const data = bytesOf(authenticatorData);
	const key = (name: string) => Buffer.concat([Buffer.from([0x60 + name.length]), Buffer.from(name)]);
	const length = Buffer.from([0x59, data.length >> 8, data.length & 255]);
	const parts = [Buffer.from([0xa3]), key("fmt"), key("none"), key("attStmt"), Buffer.from([0xa0])];
	return Buffer.concat([...parts, key("authData"), length, data]).toString("base64url");
}

function verdictOnMade({ credentialId: id, clientData, authenticatorData }: Made): Promise<boolean> {
	return isTaken(
		verifyRegistrationResponse({
			response: {
				id,
				rawId: id,
				type: "public-key",
				clientExtensionResults: {},
				response: { clientDataJSON: clientData, attestationObject: attestationObject(authenticatorData) },
			},
			expectedChallenge: challenge,
			expectedOrigin: origin,
			expectedRPID: host.hostname,
			supportedAlgorithmIDs: [-7, -257],
		}),
	);
}

function verdictOnProof(
	{ credentialId: id, clientData, authenticatorData, signature }: Proof,
	{ counter = 0, key = passkey } = {},
): Promise<boolean> {
	return isTaken(
		verifyAuthenticationResponse({
			response: {
				id,
				rawId: id,
				type: "public-key",
				clientExtensionResults: {},
				response: { clientDataJSON: clientData, authenticatorData, signature },
			},
			expectedChallenge: challenge,
			expectedOrigin: origin,
			expectedRPID: host.hostname,
			credential: { id, publicKey: new Uint8Array(key.coseKey), counter },
		}),
	);
}

function ourVerdictOnProof(proof: Proof, { counter = 0, key = passkey } = {}): boolean {
	const { publicKey } = key.made(challenge);
	return checkProof({ host, challenge }, { publicKey, signCount: counter }, proof) !== null;
}

/** Changes one bit. */
function flipped(text: string, at: number): string {
	const bytes = bytesOf(text);
	bytes[at] = (bytes[at] ?? 0) ^ 1;
	return Buffer.from(bytes).toString("base64url");
}

const lies: readonly (readonly [what: string, lies: Lies])[] = [
	["another challenge", { challenge: otherChallenge }],
	["another origin", { origin: "https://glidercup.example.com" }],
	["plain http", { origin: "http://glidercup.example" }],
	["another port", { origin: "https://glidercup.example:8443" }],
	["another host's data", { hostname: "other.example" }],
	["another type", { type: "webauthn.other" }],
];

test.each<readonly [string, boolean, Lies]>([
	["a passkey", true, {}],
	["a passkey that counts", true, { signCount: 9 }],
	...lies.map(([what, said]) => [what, false, said] as const),
	["a proof's type", false, { type: "webauthn.get" }],
	["nobody identified", false, { flags: 65 }],
	["nobody present", false, { flags: 68 }],
	["no credential", false, { flags: 5 }],
])("a registration with %s: both say %s", async (_, verdict, said) => {
	const made = passkey.made(challenge, said);
	expect(checkNewPasskey({ host, challenge }, made) !== null).toBe(verdict);
	expect(await verdictOnMade(made)).toBe(verdict);
});

test("both read the same count, id and key of a registration", async () => {
	const made = passkey.made(challenge, { signCount: 9 });
	const { registrationInfo } = await verifyRegistrationResponse({
		response: {
			id: made.credentialId,
			rawId: made.credentialId,
			type: "public-key",
			clientExtensionResults: {},
			response: {
				clientDataJSON: made.clientData,
				attestationObject: attestationObject(made.authenticatorData),
			},
		},
		expectedChallenge: challenge,
		expectedOrigin: origin,
		expectedRPID: host.hostname,
	});
	const { id, counter, publicKey } = registrationInfo?.credential ?? {};
	const ours = checkNewPasskey({ host, challenge }, made);
	expect({ id, signCount: counter }).toEqual({ id: ours?.id, signCount: ours?.signCount });
	expect(Buffer.from(publicKey ?? [])).toEqual(passkey.coseKey);
});

test.each<readonly [string, boolean, Lies]>([
	["the truth", true, {}],
	...lies.map(([what, said]) => [what, false, said] as const),
	["a registration's type", false, { type: "webauthn.create" }],
	["nobody identified", false, { flags: 1 }],
	["nobody present", false, { flags: 4 }],
])("a proof with %s: both say %s", async (_, verdict, said) => {
	const proof = passkey.proof(challenge, said);
	expect(ourVerdictOnProof(proof)).toBe(verdict);
	expect(await verdictOnProof(proof)).toBe(verdict);
});

test.each([
	[0, 0, true],
	[0, 1, true],
	[7, 8, true],
	[7, 4_294_967_295, true],
	[7, 7, false],
	[7, 6, false],
	[7, 0, false],
	[1, 0, false],
])("a count of %i and then %i: both say %s", async (counter, signCount, verdict) => {
	const proof = passkey.proof(challenge, { signCount });
	expect(ourVerdictOnProof(proof, { counter })).toBe(verdict);
	expect(await verdictOnProof(proof, { counter })).toBe(verdict);
});

test("both refuse the signature of another passkey", async () => {
	const proof = passkey.proof(challenge);
	expect(ourVerdictOnProof(proof, { key: other })).toBe(false);
	expect(await verdictOnProof(proof, { key: other })).toBe(false);
});

test.each(["authenticatorData", "clientData"] as const)(
	"both refuse %s with any byte changed",
	async (field) => {
		const proof = passkey.proof(challenge, { signCount: 3 });
		for (let at = 0; at < bytesOf(proof[field]).length; at++) {
			const broken = { ...proof, [field]: flipped(proof[field], at) };
			expect(ourVerdictOnProof(broken), `byte ${at}`).toBe(false);
			expect(await verdictOnProof(broken), `byte ${at}`).toBe(false);
		}
	},
);

test("a signature with any byte changed is refused, as the library does, which overlooks lengths in its DER", async () => {
	const proof = passkey.proof(challenge);
	const { length } = bytesOf(proof.signature);
	for (let at = 0; at < length; at++)
		expect(ourVerdictOnProof({ ...proof, signature: flipped(proof.signature, at) }), `byte ${at}`).toBe(
			false,
		);
	expect(await verdictOnProof({ ...proof, signature: flipped(proof.signature, length - 1) })).toBe(false);
});
