import crypto, { scryptSync } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { afterEach, describe, expect, test, vi } from "vitest";
import { leakedPasswords, newPasswordComplaint } from "~/lib/accounts/password/judge-new-password.server";
import { hashPassword, isOutdatedHash, verifyPassword } from "~/lib/accounts/password/password.server";
import {
	isCommonPassword,
	ownPasswordComplaint,
	passwordComplaint,
} from "~/lib/accounts/password/password-rule";

afterEach(() => {
	vi.restoreAllMocks();
	syncBuiltinESMExports();
});

describe("hashes", () => {
	test("name their parameters, differ from each other, and fit their password alone", async () => {
		const [first, second] = await Promise.all([
			hashPassword("termika nad lesem"),
			hashPassword("termika nad lesem"),
		]);
		expect(first).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
		expect(first).not.toBe(second);
		const tried = ["termika nad lesem", "termika nad lesem ", "Termika nad lesem"];
		const fits = await Promise.all(tried.map((password) => verifyPassword(password, first)));
		expect(fits).toEqual([true, false, false]);
		expect(isOutdatedHash(first)).toBe(false);
	});

	test("are those of the standard", async () => {
		const salt = Buffer.alloc(16, 7);
		const key = scryptSync("slovo", salt, 32, { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 26 });
		const bare = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
		expect(await verifyPassword("slovo", `$scrypt$ln=15,r=8,p=3$${bare(salt)}$${bare(key)}`)).toBe(true);
	});

	test("of other parameters still work and are due for renewal", async () => {
		const salt = Buffer.alloc(16, 7);
		const key = scryptSync("slovo", salt, 32, { N: 2 ** 14, r: 8, p: 1 });
		const bare = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
		const old = `$scrypt$ln=14,r=8,p=1$${bare(salt)}$${bare(key)}`;
		expect(await verifyPassword("slovo", old)).toBe(true);
		expect(isOutdatedHash(old)).toBe(true);
	});

	test("that are missing cost the same work as those that are there", async () => {
		const hash = await hashPassword("termika nad lesem");
		const derive = vi.spyOn(crypto, "scrypt");
		syncBuiltinESMExports();
		const fits = await Promise.all([hash, null].map((stored) => verifyPassword("slovo", stored)));
		expect(fits).toEqual([false, false]);
		const works = derive.mock.calls.map(([password, salt, length, cost]) => ({
			password,
			saltLength: Buffer.byteLength(salt),
			length,
			cost,
		}));
		expect(works).toHaveLength(2);
		expect(works[1]).toEqual(works[0]);
	});

	test("that are none fit no password, not even themselves", async () => {
		const none = [null, "", "none", "$scrypt$ln=15,r=8,p=3$AA$AA"];
		const fits = await Promise.all(none.map((hash) => verifyPassword(hash ?? "", hash)));
		expect(fits).toEqual([false, false, false, false]);
	});
});

test.each([
	"12345678",
	"987654321",
	"11111111",
	"abababab",
	"password",
	"Password1!",
	"passw0rd",
	"heslo123",
	"Heslo2025!",
	"tajneheslo",
	"qwertzuiop",
	"poiuztrewq",
	"abcdefgh",
	"1q2w3e4r",
	"kocourek",
	"Sluníčko1",
	"spartapraha",
	"letadlo99",
	"601234567",
	"hesloheslo",
])("%s is one of the commonest passwords", (password) => {
	expect(isCommonPassword(password)).toBe(true);
	expect(passwordComplaint(password)).toBe("form.password.common");
});

test("the server refuses the commonest passwords of leaks, also with digits behind them", () => {
	const owner = { name: "Zdislava", surname: "Příhodová", email: "zdisa.p@example.com" };
	expect(leakedPasswords.size).toBeGreaterThan(800);
	for (const password of leakedPasswords) {
		expect([...password].length, password).toBeGreaterThanOrEqual(8);
		expect(newPasswordComplaint(password, owner), password).toBe("form.password.common");
	}
	expect(newPasswordComplaint("Liverpool2025!", owner)).toBe("form.password.common");
	expect(newPasswordComplaint("zdisa.p@example.com", owner)).toBe("form.password.own");
	for (const password of ["Vlečná 4 po větru", "123456789012", "x7#kQ!92"]) {
		expect(newPasswordComplaint(password, owner), password).toBeNull();
	}
});

test.each([
	"glider-demo-2025",
	"Vlečná 4 po větru",
	"correct horse battery",
	"žluťoučký kůň",
	"x7#kQ!92",
	"🪁🪁🌤️⛅🌦️🛩️🏔️🌲",
])("%s will do", (password) => {
	expect(passwordComplaint(password)).toBeNull();
});

test("a password has 8 to 128 characters, whatever their size in bytes", () => {
	expect(passwordComplaint("termika")).toBe("form.field.tooShort?min=8");
	expect(passwordComplaint("🪁🪁🪁🪁⛅⛅⛅")).toBe("form.field.tooShort?min=8");
	expect(passwordComplaint(`${"ťž9".repeat(42)}ab`)).toBeNull();
	expect(passwordComplaint("ťž9".repeat(43))).toBe("form.field.tooLong?max=128");
});

test.each([
	"Příhodová",
	"prihodova",
	"zdislava",
	"ZdislavaPrihodova",
	"příhodová zdislava",
	"Prihodova1987",
	"zdisa.p@example.com",
	"Zdisa.P!!",
])("%s is the owner's own name or address", (password) => {
	const owner = { name: "Zdislava", surname: "Příhodová", email: "zdisa.p@example.com" };
	expect(ownPasswordComplaint(password, owner)).toBe("form.password.own");
});

test("a password of marks alone is nobody's name", () => {
	const owner = { name: ".", surname: "–", email: "a@example.com" };
	expect(ownPasswordComplaint("?!?!?!#%", owner)).toBeNull();
	expect(ownPasswordComplaint("příhodný vítr", { ...owner, surname: "Příhodová" })).toBeNull();
});
