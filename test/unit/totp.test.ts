import { describe, expect, test } from "vitest";
import { isFactorRequired } from "~/lib/accounts/second-factor/second-factor-queries.server";
import { appAddress, codeAt, stepAt, stepOfCode, toBase32 } from "~/lib/accounts/second-factor/totp";
import { readSettings } from "~/lib/settings.server";
import { testBindings } from "~test/support/bindings";
import { testEdition } from "~test/support/test-edition";

const secret = new TextEncoder().encode("12345678901234567890");

describe("RFC 6238, appendix B", () => {
	// The standard's codes have eight digits; six are the last of them.
	test.each([
		[59, "94287082"],
		[1_111_111_109, "07081804"],
		[1_111_111_111, "14050471"],
		[1_234_567_890, "89005924"],
		[2_000_000_000, "69279037"],
		[20_000_000_000, "65353130"],
	])("at %d seconds", async (seconds, code) => {
		expect(await codeAt(secret, stepAt(new Date(seconds * 1000)))).toBe(code.slice(-6));
	});
});

describe("a code", () => {
	const now = new Date("2025-07-12T10:00:00Z");
	const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
	const codeOf = (time: Date) => codeAt(secret, stepAt(time));

	test.each([-30, 0, 30])("of a clock that is %d seconds off is right", async (seconds) => {
		expect(await stepOfCode(secret, await codeOf(at(seconds)), now, 0)).toBe(stepAt(at(seconds)));
	});

	test.each([-120, -60, 60, 120])("of a clock that is %d seconds off is wrong", async (seconds) => {
		expect(await stepOfCode(secret, await codeOf(at(seconds)), now, 0)).toBeNull();
	});

	test("is wrong when it, or a later one, was used", async () => {
		const code = await codeOf(now);
		expect(await stepOfCode(secret, code, now, stepAt(now))).toBeNull();
		expect(await stepOfCode(secret, code, now, stepAt(now) + 1)).toBeNull();
		expect(await stepOfCode(secret, code, now, stepAt(now) - 1)).toBe(stepAt(now));
	});
});

test("an authenticator app is told all it needs", () => {
	const address = new URL(appAddress(secret, "Glider Cup 2025", "jana+cup@example.com"));
	expect(address.href).toMatch(/^otpauth:\/\/totp\/Glider%20Cup%202025:jana%2Bcup%40example\.com\?/);
	expect(Object.fromEntries(address.searchParams)).toEqual({
		secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
		issuer: "Glider Cup 2025",
		algorithm: "SHA1",
		digits: "6",
		period: "30",
	});
	expect(toBase32(secret)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
});

describe("organisers need a second factor", () => {
	const settingsOf = (mode: string) => readSettings({ ...testBindings, MODE: mode } as unknown as Env, 2025);
	const required = (mode: string, secondFactor?: "required" | "optional") =>
		isFactorRequired({ edition: { ...testEdition, secondFactor }, settings: settingsOf(mode) });

	test("in production, unless the edition says otherwise", () => {
		expect(required("production")).toBe(true);
		expect(required("production", "required")).toBe(true);
		expect(required("production", "optional")).toBe(false);
	});

	test("never in local mode, which a deployment refuses", () => {
		expect(required("local", "required")).toBe(false);
	});
});
