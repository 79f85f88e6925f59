import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { outbox } from "~db/schema";
import { mailsTo } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { changeEdition } from "~test/support/change-edition";
import {
	createAdmin,
	createRegistration,
	createUser,
	databaseOf,
	seedReference,
} from "~test/support/factories";
import { multipart } from "~test/support/multipart";
import { testEdition } from "~test/support/test-edition";

const app = createApp({ clock: "2025-04-02T10:00:00Z" });
const db = databaseOf();
const { payment } = testEdition;

await seedReference();
const admin = await createAdmin();

type Flags = { readonly accepted?: boolean; readonly isReserve?: boolean; readonly paid?: boolean };

async function entryWith(flags: Flags, language: "cs" | "en" = "cs") {
	const user = await createUser({ language, surname: "Ševčík" });
	return { user, entry: await createRegistration({ userId: user.id, ...flags }) };
}

async function click(entry: { readonly id: string }, flags: Flags) {
	const path = `/api/registration/${entry.id}/quick-actions`;
	expect((await app.api("PUT", path, flags, { as: admin })).status).toBe(200);
}

/** What the person was sent, with plain spaces. */
async function lettersTo({ email }: { readonly email: string }) {
	const mails = await mailsTo(email);
	const spaced = (text: string) => text.replaceAll("\u00a0", " ");
	return mails.map(({ subject, text, html }) => ({ subject: spaced(subject), text: spaced(text), html }));
}

function symbolOf({ number }: { readonly number: number }): string {
	return `2025${String(number).padStart(4, "0")}`;
}

describe.each([
	[
		"cs",
		"Přihláška byla přijata",
		"Z náhradníka jste řádným účastníkem",
		"Přesunuli jsme vás mezi náhradníky",
		"2 500 Kč",
	],
	["en", "Your entry has been accepted", "You are no longer a reserve", "You are now a reserve", "CZK 2,500"],
] as const)("in %s", (language, accepted, promoted, reserve, amount) => {
	test("the mail of acceptance says what to pay, to whom and with which symbol", async () => {
		const { user, entry } = await entryWith({}, language);
		await click(entry, { accepted: true });
		const [mail, ...others] = await lettersTo(user);
		expect(others).toEqual([]);
		expect(mail?.subject).toBe(`${accepted} – Glider Cup 2025`);
		const iban = payment?.iban.replace(/\s/g, "").replace(/.{4}(?=.)/g, "$& ");
		const due = [
			amount,
			iban,
			payment?.recipient,
			symbolOf(entry),
			`Glider Cup 2025 ${entry.startNumber} Ševčík`,
		];
		for (const value of due) {
			expect(mail?.text).toContain(value);
			expect(mail?.html.replaceAll("\u00a0", " ")).toContain(value);
		}
	});

	test("becoming a reserve is told, without anything to pay", async () => {
		const { user, entry } = await entryWith({ accepted: true }, language);
		await click(entry, { isReserve: true });
		const [mail, ...others] = await lettersTo(user);
		expect(others).toEqual([]);
		expect(mail?.subject).toBe(`${reserve} – Glider Cup 2025`);
		expect(mail?.text).toContain("/registration");
		expect(mail?.text).not.toContain(symbolOf(entry));
	});

	test("promotion is told, with what is to be paid now", async () => {
		const { user, entry } = await entryWith({ accepted: true, isReserve: true }, language);
		await click(entry, { isReserve: false });
		const [mail, ...others] = await lettersTo(user);
		expect(others).toEqual([]);
		expect(mail?.subject).toBe(`${promoted} – Glider Cup 2025`);
		expect(mail?.text).toContain(symbolOf(entry));
		expect(mail?.text).toContain(amount);
	});
});

test("who has paid is asked for nothing", async () => {
	const accepted = await entryWith({ paid: true });
	await click(accepted.entry, { accepted: true });
	const promoted = await entryWith({ accepted: true, isReserve: true });
	await click(promoted.entry, { isReserve: false, paid: true });
	for (const { user, entry } of [accepted, promoted]) {
		const [mail] = await lettersTo(user);
		expect(mail?.text).toContain("/registration");
		expect(mail?.text).not.toContain(symbolOf(entry));
	}
	const kept = await entryWith({ accepted: true, paid: true });
	await click(kept.entry, { isReserve: true });
	expect((await lettersTo(kept.user))[0]?.text).toContain("Vaše platba zůstává zaznamenaná");
});

test("an edition without payments asks for none", async () => {
	const { entry, user } = await entryWith({});
	changeEdition({ payment: null });
	await click(entry, { accepted: true });
	expect((await lettersTo(user))[0]?.text).not.toContain(symbolOf(entry));
});

test.each([
	["accepted as a reserve", {}, { accepted: true, isReserve: true }, ["entry-accepted"]],
	[
		"accepted and no reserve any more",
		{ isReserve: true },
		{ accepted: true, isReserve: false },
		["entry-accepted"],
	],
	["a reserve while it waits", {}, { isReserve: true }, []],
	["no longer accepted, and a reserve", { accepted: true }, { accepted: false, isReserve: true }, []],
	["what it was before", { accepted: true, isReserve: true }, { accepted: true, isReserve: true }, []],
	["paid", { accepted: true }, { paid: true }, []],
] as const)("an entry that becomes %s causes at most one mail", async (_what, before, after, kinds) => {
	const { user, entry } = await entryWith(before);
	await click(entry, after);
	const mails = await db.select().from(outbox).where(eq(outbox.userId, user.id));
	expect(mails.map(({ kind }) => kind)).toEqual(kinds);
});

test("entries accepted by one click are each told their own symbol", async () => {
	const both = [await entryWith({}), await entryWith({})];
	const form = multipart({ intent: "accept", entry: both.map(({ entry }) => entry.id) });
	expect((await app.post("/starting-list", form, { as: admin })).status).toBe(303);
	for (const { user, entry } of both) {
		const mails = await lettersTo(user);
		expect(mails).toHaveLength(1);
		expect(mails[0]?.text).toContain(symbolOf(entry));
	}
});
