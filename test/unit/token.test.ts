import { sign } from "@tsndr/cloudflare-worker-jwt";
import { describe, expect, test } from "vitest";
import { readToken, sessionSeconds, signToken } from "~/lib/accounts/token.server";
import { readSettings } from "~/lib/settings.server";
import { testBindings } from "~test/support/bindings";

const env = testBindings as unknown as Env;
const settings = readSettings(env, 2025);
const now = new Date("2025-07-12T10:00:00Z");
const issuedAt = now.getTime() / 1000;
const user = { id: "user", tokenVersion: 3 };

const whole = {
	sub: "user",
	aud: "2025",
	jti: "token",
	iat: issuedAt,
	exp: issuedAt + sessionSeconds,
	purpose: "session",
	version: 3,
};

const edition = { year: 2025 };
const earlier = { edition: { year: 2024 }, settings, now };

function read(token: string, at = now) {
	return readToken("session", token, { edition, settings, now: at });
}

function signed(payload: object, secret = settings.tokenSecret, algorithm: "HS256" | "HS512" = "HS256") {
	return sign(payload, secret, { algorithm });
}

const base64url = (value: unknown) =>
	btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

test("a token says whose session it is and lasts 59 minutes", async () => {
	const token = await signToken("session", user, { edition, settings, now });
	expect(await read(token)).toEqual({
		userId: "user",
		tokenId: expect.stringMatching(/^[\da-f-]{36}$/),
		tokenVersion: 3,
		expiresAt: new Date("2025-07-12T10:59:00Z"),
	});
	expect(await read(token, new Date("2025-07-12T10:58:59Z"))).not.toBeNull();
	expect(await read(token, new Date("2025-07-12T10:59:00Z"))).toBeNull();
});

test("two tokens of one second differ", async () => {
	expect(await signToken("session", user, { edition, settings, now })).not.toBe(
		await signToken("session", user, { edition, settings, now }),
	);
});

test("a token of one edition is none in another", async () => {
	const token = await signToken("session", user, earlier);
	expect(await read(token)).toBeNull();
	expect(await readToken("session", token, earlier)).not.toBeNull();
});

test("a whole payload that we signed is read", async () => {
	expect(await read(await signed(whole))).not.toBeNull();
});

describe("claims", () => {
	test.each([
		["no exp", { exp: undefined }],
		["exp zero", { exp: 0 }],
		["exp as text", { exp: String(whole.exp) }],
		["exp in milliseconds", { exp: whole.exp * 1000 }],
		["exp with a fraction", { exp: whole.exp - 0.5 }],
		["exp null", { exp: null }],
		["exp past", { exp: issuedAt - 1 }],
		["a longer life than ours", { exp: issuedAt + sessionSeconds + 1 }],
		["no iat", { iat: undefined }],
		["iat as text", { iat: String(issuedAt) }],
		["iat ahead", { iat: issuedAt + 3_600, exp: issuedAt + 3_600 + sessionSeconds }],
		["no sub", { sub: undefined }],
		["sub as number", { sub: 7 }],
		["no aud", { aud: undefined }],
		["aud as number", { aud: 2025 }],
		["aud as list", { aud: ["2025"] }],
		["no jti", { jti: undefined }],
		["no purpose", { purpose: undefined }],
		["another purpose", { purpose: "download" }],
		["no version", { version: undefined }],
		["version as text", { version: "3" }],
	])("a token with %s is refused", async (_name, claims) => {
		expect(await read(await signed({ ...whole, ...claims }))).toBeNull();
	});
});

describe("signatures", () => {
	test("another secret is refused, the previous one is taken until it is dropped", async () => {
		const other = "another secret that is long enough too";
		const token = await signed(whole, other);
		expect(await read(token)).toBeNull();
		const rotated = { ...settings, previousTokenSecret: other };
		expect(await readToken("session", token, { edition, settings: rotated, now })).not.toBeNull();
	});

	test("another algorithm is refused", async () => {
		expect(await read(await signed(whole, settings.tokenSecret, "HS512"))).toBeNull();
	});

	test.each([{ alg: "none", typ: "JWT" }, { alg: "HS256", typ: "JWT" }, { typ: "JWT" }, {}])(
		"a header of %j without a signature is refused",
		async (header) => {
			expect(await read(`${base64url(header)}.${base64url(whole)}.`)).toBeNull();
		},
	);

	test("a changed payload is refused", async () => {
		const [header, , signature] = (await signed(whole)).split(".");
		expect(await read(`${header}.${base64url({ ...whole, sub: "other" })}.${signature}`)).toBeNull();
	});
});

test.each([
	"",
	".",
	"..",
	"a.b",
	"a.b.c",
	"a.b.c.d",
	"%%%.%%%.%%%",
	"e30.e30.e30",
	`${"x".repeat(3000)}.y.z`,
	"null.null.null",
	"🪁.🪁.🪁",
])("garbage %s is refused without a word", async (garbage) => {
	expect(await read(garbage)).toBeNull();
});

test("a secret that is missing or short keeps the application from answering", () => {
	expect(() => readSettings({ ...env, TOKEN_SECRET: "" }, 2025)).toThrow("TOKEN_SECRET");
	expect(() => readSettings({ ...env, TOKEN_SECRET: "x".repeat(31) }, 2025)).toThrow("TOKEN_SECRET");
});

test("a previous secret that is short enough to be guessed is none", () => {
	const previous = (secret: string) =>
		readSettings({ ...env, TOKEN_SECRET_PREVIOUS: secret }, 2025).previousTokenSecret;
	expect(previous("x".repeat(31))).toBeNull();
	expect(previous("x".repeat(32))).toBe("x".repeat(32));
});
