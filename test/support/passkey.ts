import { createHash, createPrivateKey, sign } from "node:crypto";
import { expect } from "vitest";
import type { App } from "./app";
import type { Browser } from "./browser";

const text = (bytes: Uint8Array | ArrayBuffer) => Buffer.from(bytes as Uint8Array).toString("base64url");

/** What an authenticator and its browser say, and may lie about. */
interface Said {
	readonly challenge: string;
	readonly origin: string;
	readonly hostname: string;
	readonly type: string;
	/** 1: present, 4: identified, 64: with the credential. */
	readonly flags: number;
	readonly signCount: number;
	readonly crossOrigin: boolean;
}

/** The key as authenticators write it (RFC 9052, 7): its kind, algorithm, curve and the two coordinates that end its SPKI. */
function coseKeyOf(spki: Buffer, curve: string): Buffer {
	const [algorithm, number, length] =
		curve === "P-256" ? ([[0x26], 1, 32] as const) : ([[0x38, 34], 2, 48] as const);
	const x = spki.subarray(-2 * length, -length);
	const y = spki.subarray(-length);
	const head = [0xa5, 1, 2, 3, ...algorithm, 0x20, number];
	return Buffer.concat([Buffer.from([...head, 0x21, 0x58, length]), x, Buffer.from([0x22, 0x58, length]), y]);
}

/** An authenticator with one passkey for a site. */
export async function createPasskey(origin: string, { curve = "P-256" } = {}) {
	const algorithm = { name: "ECDSA", namedCurve: curve };
	const pair = (await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"])) as CryptoKeyPair;
	const pkcs8 = await crypto.subtle.exportKey("pkcs8", pair.privateKey);
	const key = createPrivateKey({ key: Buffer.from(pkcs8 as ArrayBuffer), format: "der", type: "pkcs8" });
	const publicKey = text((await crypto.subtle.exportKey("spki", pair.publicKey)) as ArrayBuffer);
	const id = crypto.getRandomValues(new Uint8Array(16));
	const { hostname } = new URL(origin);
	const coseKey = coseKeyOf(Buffer.from(publicKey, "base64url"), curve);

	function answer(said: Said) {
		const { type, challenge, crossOrigin } = said;
		const head = Buffer.alloc(5);
		head.writeUInt8(said.flags);
		head.writeUInt32BE(said.signCount, 1);
		const credential = said.flags & 64 ? [Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey] : [];
		const host = createHash("sha256").update(said.hostname).digest();
		const data = Buffer.concat([host, head, ...credential]);
		const client = Buffer.from(JSON.stringify({ type, challenge, origin: said.origin, crossOrigin }));
		return { data, client };
	}

	return {
		id: text(id),
		coseKey,
		/** The form of a page that adds it. */
		made(challenge: string, lies: Partial<Said> = {}) {
			const truth = {
				type: "webauthn.create",
				hostname,
				origin,
				flags: 69,
				signCount: 0,
				crossOrigin: false,
			};
			const { data, client } = answer({ ...truth, challenge, ...lies });
			return {
				name: "Notebook v kanceláři",
				credentialId: text(id),
				clientData: text(client),
				authenticatorData: text(data),
				publicKey,
			};
		},
		/** The form that takes the place of a code. */
		proof(challenge: string, lies: Partial<Said> = {}) {
			const truth = { type: "webauthn.get", hostname, origin, flags: 5, signCount: 0, crossOrigin: false };
			const { data, client } = answer({ ...truth, challenge, ...lies });
			const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
			return {
				credentialId: text(id),
				clientData: text(client),
				authenticatorData: text(data),
				signature: text(sign("sha256", signed, key)),
			};
		},
	};
}

/** The challenge among the data of a page; null where the page asks for no passkey. */
export async function challengeOn(page: Response): Promise<string | null> {
	expect(page.status).toBe(200);
	return /challenge\\",\\"([\w-]{43})\\"/.exec(await page.text())?.[1] ?? null;
}

/** The challenge of the page that adds a passkey, and the key of its form. */
export async function offerOn(page: Response) {
	const challenge = (await challengeOn(page.clone())) ?? "";
	const formKey = /formKey\\",\\"([\da-f-]{36})\\"/.exec(await page.text())?.[1] ?? "";
	return { challenge, formKey };
}

/** Adds a passkey in a browser in which the organiser has sent a code lately. */
export async function addPasskey(browser: Browser, app: App, origin: string) {
	const passkey = await createPasskey(origin);
	const { challenge, formKey } = await offerOn(await browser.get(app, "/second-factor/passkeys"));
	const added = await browser.post(app, "/second-factor/passkeys", { ...passkey.made(challenge), formKey });
	expect(added.status).toBe(303);
	return passkey;
}
