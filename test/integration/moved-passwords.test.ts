import bcrypt from "bcryptjs";
import { eq, like } from "drizzle-orm";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { users } from "~db/schema";
import { goodPassword, keepSignupOpen, newcomer, said, signedUp } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { databaseOf } from "~test/support/factories";
import { test } from "~test/support/world";

/* Accounts that came from the old site, with hashes of bcrypt. As long as an edition has any, each of its logins does the work of both. */

keepSignupOpen();

const app = createApp();
const db = databaseOf();
const wrong = "Vlečná 5 po větru";

/** An account with a hash of the old site. @param cost two to the power of which are its rounds */
async function movedIn(cost: number, password = goodPassword) {
	const person = await signedUp(app);
	const passwordHash = bcrypt.hashSync(password.normalize("NFC"), cost);
	await db.update(users).set({ passwordHash }).where(eq(users.id, person.user.id));
	return person;
}

const logIn = (email: string, password: string) => app.api("POST", "/api/auth", { email, password });

/** Rounds of bcrypt that a login takes. */
async function roundsOf(email: string, password: string): Promise<number> {
	const check = vi.spyOn(bcrypt, "compareSync");
	await logIn(email, password);
	const rounds = check.mock.calls.map(([, hash]) => 2 ** Number(String(hash).slice(4, 6)));
	check.mockRestore();
	return rounds.reduce((sum, one) => sum + one, 0);
}

beforeEach(async () => {
	await db.update(users).set({ passwordHash: "erased" }).where(like(users.passwordHash, "$2%"));
});

afterEach(() => {
	vi.restoreAllMocks();
});

test("known and unknown addresses take the same work, whatever their hashes are", async () => {
	const [cheap, dear, own] = [await movedIn(4), await movedIn(6), await signedUp(app)];
	const addresses = [cheap.email, dear.email, own.email, newcomer().email];
	const rounds = [];
	for (const email of addresses) rounds.push(await roundsOf(email, wrong));
	expect(rounds).toEqual([64, 64, 64, 64]);
	// So does the right password.
	expect(await roundsOf(own.email, goodPassword)).toBe(64);
	expect(await roundsOf(cheap.email, goodPassword)).toBe(64);
});

test("an edition without such hashes does nothing of it", async () => {
	const [person, other] = [await signedUp(app), await movedIn(4)];
	expect(await roundsOf(person.email, wrong)).toBe(16);
	expect((await logIn(other.email, goodPassword)).status).toBe(200);
	expect(await roundsOf(person.email, wrong)).toBe(0);
});

test.each(["$2a$", "$2b$", "$2y$"])(
	"the first right password replaces a hash %s, a wrong one does not",
	async (form) => {
		const { user, email } = await movedIn(4);
		const hash = async () => {
			const [row] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, user.id));
			return row?.hash ?? "";
		};
		await db
			.update(users)
			.set({ passwordHash: (await hash()).replace(/^\$2.\$/, form) })
			.where(eq(users.id, user.id));
		expect(await said(await logIn(email, wrong))).toEqual({ status: 400, msg: "Invalid credentials" });
		expect((await hash()).startsWith(form)).toBe(true);
		expect((await logIn(email, goodPassword)).status).toBe(200);
		expect(await hash()).toMatch(/^\$scrypt\$/);
		expect((await logIn(email, goodPassword)).status).toBe(200);
	},
);

test("bcrypt reads 72 bytes, and the new hash is of the whole password", async () => {
	const long = "letiště ".repeat(12).normalize("NFC");
	const { email } = await movedIn(4, long);
	expect((await logIn(email, long)).status).toBe(200);
	expect((await logIn(email, long.slice(0, 80))).status).toBe(400);
});

test("a hash that is cut, of another kind or of a cost that is not checked lets nobody in", async () => {
	const { user, email } = await movedIn(4);
	const [row] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, user.id));
	const hash = row?.hash ?? "";
	for (const bad of [
		hash.slice(0, -1),
		hash.replace("$2b$", "$2x$"),
		hash.replace("$04$", "$12$"),
		"moved-in",
	]) {
		await db.update(users).set({ passwordHash: bad }).where(eq(users.id, user.id));
		expect((await logIn(email, goodPassword)).status, bad).toBe(400);
	}
});
