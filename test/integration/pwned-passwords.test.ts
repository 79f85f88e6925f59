import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PwnedPasswordsFailure } from "~test/fakes/pwned-passwords";
import { goodPassword, keepSignupOpen, newcomer, refusesAsCommon } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { databaseOf } from "~test/support/factories";
import { fakeServices } from "~test/support/services";
import { testEdition } from "~test/support/test-edition";

keepSignupOpen();

/* Passwords that Have I Been Pwned knows, against a fake of its range interface. */

const origin = fakeServices().pwnedPasswords;
const host = `${testEdition.year}.glidercup.example`;
const asking = { PWNED_PASSWORDS: "on", PWNED_PASSWORDS_BASE_URL: origin };
const app = createApp({ env: { ...asking, MODE: "production" }, host });
const _db = databaseOf();

/** In no list of ours. Its digest begins with C6FCA. */
const leaked = "Tůňka u Sázavy";
const _common = "form.password.common";

const control = (method: string, path: string, body?: unknown) =>
	fetch(`${origin}/__control/${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
const fail = (failure: PwnedPasswordsFailure) => control("POST", "failures", failure);
const requests = async () => (await control("GET", "requests")).json<{ path: string; padding: boolean }[]>();

beforeEach(async () => {
	await control("POST", "reset");
	await control("PUT", "passwords", { leaked: [leaked], padding: [goodPassword] });
});
afterEach(() => vi.restoreAllMocks());

test("a leaked password is refused as a common one is, at signup, change and reset", async () => {
	await refusesAsCommon(app, leaked);
});

test("five characters of its digest leave the site, for an answer that is padded", async () => {
	await app.api("POST", "/api/users", { ...newcomer(), password: leaked });
	expect(await requests()).toEqual([{ path: "/range/C6FCA", padding: true }]);
});

test("a line that pads the answer refuses nothing", async () => {
	expect((await app.api("POST", "/api/users", newcomer())).status).toBe(201);
	expect(await requests()).toHaveLength(1);
});

test.each([
	["is unavailable", { kind: "status", status: 503 }],
	["asks to slow down", { kind: "status", status: 429 }],
	["drops the connection", { kind: "disconnect" }],
	["answers with a page", { kind: "notList" }],
] as const)("any password that the rules accept passes when the service %s", async (_what, failure) => {
	await fail(failure);
	expect((await app.api("POST", "/api/users", { ...newcomer(), password: leaked })).status).toBe(201);
});

test("an answer that does not come is waited for one second", async () => {
	const timeout = AbortSignal.timeout;
	const spy = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout.call(AbortSignal, 50));
	await fail({ kind: "hang" });
	expect((await app.api("POST", "/api/users", { ...newcomer(), password: leaked })).status).toBe(201);
	expect(spy).toHaveBeenCalledWith(1000);
});

test.each([
	["in local mode", createApp({ env: asking })],
	[
		"when the setting is off",
		createApp({ env: { ...asking, MODE: "production", PWNED_PASSWORDS: "off" }, host }),
	],
])("nobody is asked %s", async (_what, quiet) => {
	expect((await quiet.api("POST", "/api/users", { ...newcomer(), password: leaked })).status).toBe(201);
	expect(await requests()).toEqual([]);
});

test("nobody is asked about a password that our own rules refuse", async () => {
	await app.api("POST", "/api/users", { ...newcomer(), password: "Liverpool7" });
	expect(await requests()).toEqual([]);
});
