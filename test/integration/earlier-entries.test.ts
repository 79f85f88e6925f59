import { eq } from "drizzle-orm";
import { beforeEach, expect } from "vitest";
import { auditLog, users } from "~db/schema";
import { eraseByMail } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { entryOf } from "~test/support/entries";
import {
	createRegistration,
	createUser,
	databaseOf,
	referenceOf,
	seedReference,
} from "~test/support/factories";
import { elementsIn, hiddenIn, plain, sourceOf, valueIn } from "~test/support/html";
import { test } from "~test/support/world";

/* Last year's entry proposes itself, to the owner of the address alone, and is stored when it is sent. */

const app = createApp({ clock: "2025-04-02T10:00:00Z" });
const before = createApp({ clock: "2024-04-02T10:00:00Z", host: "2024.localhost" });
const db = databaseOf();

await seedReference(2024);

const address = () => `pilot.${crypto.randomUUID().slice(0, 8)}@example.com`;
const verifiedAt = new Date("2024-03-02");

/** Somebody who entered in 2024, and has an account of the same address in 2025. */
async function returning({ email = address(), past = {}, now = {} } = {}) {
	const earlier = await createUser({ email, verifiedAt, ...past }, 2024);
	const gliderType = referenceOf(2024).gliderTypes.find(({ name }) => name === "LS 4");
	const entry = await createRegistration(
		{
			...{
				userId: earlier.id,
				phone: "+420 601 111 222",
				aeroclub: "Aeroklub Loňský",
				birthDate: "1980-01-02",
			},
			...{
				registrationNumber: "OK-2024",
				startNumber: "L4",
				note: "Loni přijedu pozdě.",
				igcId: 42,
				licence: "L-77",
			},
			...(gliderType ? { gliderTypeId: gliderType.id } : {}),
		},
		2024,
	);
	const user = await createUser({ email, verifiedAt: new Date("2025-03-02"), ...now });
	return { user, earlier, entry, email };
}

const pageOf = async (user: { readonly id: string }) =>
	plain(await sourceOf(await app.get("/registration", { as: user, language: "en" })));
const offers = (html: string) => elementsIn(html, "button[value=take-over]").length;

/** Presses the button of the offer. */
async function takes(user: { readonly id: string }, html: string, changes: Record<string, string> = {}) {
	const { year = "", offer = "" } = hiddenIn(html);
	const fields = { intent: "take-over", year, offer };
	return app.post("/registration", { ...fields, ...changes }, { as: user, language: "en" });
}

beforeEach(async () => {
	await db.delete(auditLog);
});

test("is offered, fills the form when it is taken, and is stored when the form is sent", async () => {
	const { user } = await returning();
	const html = await pageOf(user);
	expect(html).toContain("Take over from 2024");
	expect(html).not.toContain("Loňský");
	const taken = await takes(user, html);
	expect(taken.status).toBe(200);
	const form = plain(await sourceOf(taken));
	expect(form).toContain("The form is filled in as in 2024");
	expect(offers(form)).toBe(0);
	const expected = {
		aeroclub: "Aeroklub Loňský",
		registrationNumber: "OK-2024",
		startNumber: "L4",
		licence: "L-77",
	};
	for (const [name, value] of Object.entries(expected)) expect(valueIn(form, name)).toBe(value);
	expect(form).not.toContain("pozdě");
	expect(await entryOf(user)).toBeUndefined();
	const chosen = (name: string) =>
		elementsIn(form, `select[name=${name}] option[selected]`)[0]?.getAttribute("value") ?? "";
	const selects = Object.fromEntries(
		["region", "competitionClass", "gliderType", "accommodationType"].map((name) => [name, chosen(name)]),
	);
	for (const value of Object.values(selects)) expect(value).not.toBe("");
	const texts = [
		"birthDate",
		"phone",
		"aeroclub",
		"registrationNumber",
		"startNumber",
		"logger",
		"quantity",
		"meals",
		"licence",
	];
	const typed = Object.fromEntries(texts.map((name) => [name, valueIn(form, name) ?? ""]));
	const sent = { intent: "enter", formKey: hiddenIn(form).formKey ?? "", ...selects, ...typed };
	expect((await app.post("/registration", sent, { as: user })).status).toBe(303);
	expect(await entryOf(user)).toMatchObject({ ...expected, igcId: null, note: null, accepted: false });
	expect(offers(await pageOf(user))).toBe(0);
	const rows = await db.select().from(auditLog).where(eq(auditLog.action, "registration.take-over"));
	expect(rows).toMatchObject([{ subjectId: user.id, after: { year: 2024 } }]);
});

test.for([
	["an address that is not verified now", { now: { verifiedAt: null } }],
	["one that was not verified then", { past: { verifiedAt: null } }],
	["another address", { now: { email: address() } }],
] as const)("is not offered to %s", async ([, changes]) => {
	const { user } = await returning(changes as Parameters<typeof returning>[0]);
	expect(offers(await pageOf(user))).toBe(0);
});

test("whose address is not verified is told to do that first, whether there is an entry or not", async () => {
	const { user } = await returning({ now: { verifiedAt: null } });
	const stranger = await createUser({ email: address(), verifiedAt: null });
	for (const one of [user, stranger]) expect(await pageOf(one)).toContain("Have you flown with us before?");
	expect(await pageOf((await returning()).user)).not.toContain("Have you flown with us before?");
});

test("is gone after the account of the year is erased, also for an offer that was made before", async () => {
	const { user, earlier } = await returning();
	const html = await pageOf(user);
	await eraseByMail(before, earlier);
	await databaseOf(2024).update(users).set({ erasedAt: new Date() }).where(eq(users.id, earlier.id));
	expect(offers(await pageOf(user))).toBe(0);
	expect(plain(await (await takes(user, html)).text())).not.toContain("Loňský");
});

test("is read by nobody else, of no other year, and not after the offer has ended", async () => {
	const [one, other] = [await returning(), await returning()];
	const html = await pageOf(one.user);
	for (const answer of [
		await takes(other.user, html),
		await takes(one.user, html, { year: "2023" }),
		await takes(one.user, html, { offer: "?expires=9999999999&signature=abc" }),
		await takes(one.user, html, { offer: "" }),
	]) {
		expect(answer.status).toBe(303);
		expect(await answer.text()).not.toContain("Loňský");
	}
	const hourLater = createApp({ clock: "2025-04-02T11:00:01Z" });
	const fields = { intent: "take-over", year: "2024", offer: hiddenIn(html).offer ?? "" };
	expect((await hourLater.post("/registration", fields, { as: one.user })).status).toBe(303);
});
