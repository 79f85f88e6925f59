import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { auditLog, outbox, payments, registrations } from "~db/schema";
import type { Edition } from "~editions/schema";
import { createApp, json } from "~test/support/app";
import { scannedPicture } from "~test/support/camera";
import { changeEdition } from "~test/support/change-edition";
import { drawPictures } from "~test/support/drawing";
import { entryBody } from "~test/support/entries";
import { createAdmin, createRegistration, createUser, databaseOf } from "~test/support/factories";
import { attributeIn, elementsIn, plain, sourceOf, textsIn } from "~test/support/html";
import { testEdition } from "~test/support/test-edition";
import { ids, test } from "~test/support/world";

/* Payments as rows: what the competitor is shown, what the treasurer enters, and the flag of the API. */

drawPictures();

const app = createApp({ clock: "2025-03-10T12:00:00+01:00" });
const db = databaseOf();

const euro = { iban: "DE89370400440532013000", bic: "COBADEFFXXX", amount: 100 };

/** Lets the edition take payments otherwise than its file says, until the end of the test. */
function pay(changes: Partial<NonNullable<Edition["payment"]>>) {
	if (!testEdition.payment) throw new Error("the edition of the tests takes payments");
	changeEdition({ payment: { ...testEdition.payment, ...changes } });
}

let number = 0;

/** Somebody whose entry is accepted. */
async function starter(surname = "Větroň", values: Partial<typeof registrations.$inferInsert> = {}) {
	number += 1;
	const user = await createUser({ name: "Jiří", surname });
	const entry = await createRegistration({
		...{ userId: user.id, accepted: true, startNumber: `P${number}`, createdAt: new Date("2025-03-02") },
		...values,
	});
	return { user, id: entry.id, number: entry.number, startNumber: entry.startNumber };
}

type Starter = Awaited<ReturnType<typeof starter>>;

const entryOf = async ({ id }: Pick<Starter, "id">) =>
	(await db.select().from(registrations).where(eq(registrations.id, id)))[0];
const rowsOf = ({ id }: Pick<Starter, "id">) =>
	db.select().from(payments).where(eq(payments.registrationId, id));

const pageOf = async ({ user }: Starter) =>
	plain(await sourceOf(await app.get("/registration", { as: user, language: "en" })));

/** What an independent reader reads out of the picture that is saved. */
async function scanned({ user }: Starter, code: "spayd" | "epc"): Promise<string> {
	const answer = await app.get(`/registration/payment.png?code=${code}`, { as: user });
	expect(answer.status).toBe(200);
	expect(answer.headers.get("Content-Type")).toBe("image/png");
	expect(answer.headers.get("Content-Disposition")).toContain("attachment");
	return scannedPicture(new Uint8Array(await answer.arrayBuffer()));
}

const formOf = async ({ id }: Pick<Starter, "id">, as: { readonly id: string }) => {
	const html = await sourceOf(await app.get(`/admin/payments/${id}`, { as, language: "en" }));
	return { html: plain(html), formKey: attributeIn(html, "[name=formKey]", "value") ?? "" };
};

/** Enters a payment as the form of the page does. */
async function enters(one: Starter, as: { readonly id: string }, typed: Record<string, string>) {
	const { formKey } = await formOf(one, as);
	const fields = { receivedOn: "2025-03-09", how: "transfer", note: "", ...typed };
	return app.post(`/admin/payments/${one.id}`, { formKey, ...fields }, { as, language: "en" });
}

test("the page says all that a bank asks for, and copies nothing that a bank does not take", async () => {
	pay({ bic: "GIBACZPX", dueOn: "2025-04-30" });
	const one = await starter();
	const html = await pageOf(one);
	const symbol = `2025${String(one.number).padStart(4, "0")}`;
	expect(textsIn(html, ".payment-lines dt")).toEqual([
		"Amount",
		"Pay by",
		"Account number (Czech banks)",
		"IBAN",
		"BIC (SWIFT)",
		"Recipient",
		"Variable symbol",
		"Message for the recipient",
	]);
	const values = textsIn(html, ".payment-lines dd");
	expect(values).toContain("CZK 2,500");
	expect(values).toContain("30 April");
	expect(values).toContain("19-2000145399/0800");
	expect(values).toContain("GIBACZPX");
	expect(values).toContain(symbol);
	expect(textsIn(html, ".payment-way")).toHaveLength(1);
	expect((await app.get("/registration/payment.png?code=epc", { as: one.user })).status).toBe(404);
});

test("who entered after the due date is shown none", async () => {
	pay({ dueOn: "2025-03-01" });
	expect(textsIn(await pageOf(await starter()), ".payment-lines dt")).not.toContain("Pay by");
});

test("an independent reader reads the saved picture, in crowns and in euro, with diacritics and large sums", async () => {
	pay({
		recipient: "Aeroklub Žďár nad Sázavou, z. s.",
		amount: 9_876_543.21,
		euro: { ...euro, amount: 399_999.5 },
	});
	const one = await starter("Příšerně-Žluťoučký");
	const symbol = `2025${String(one.number).padStart(4, "0")}`;
	expect(await scanned(one, "spayd")).toBe(
		`SPD*1.0*ACC:${testEdition.payment?.iban}*AM:9876543.21*CC:CZK*X-VS:${symbol}*MSG:GLIDER CUP 2025 ${one.startNumber} PRISERNE-ZLUTOUCKY`,
	);
	expect((await scanned(one, "epc")).split("\n")).toEqual([
		...["BCD", "002", "1", "SCT", euro.bic, "Aeroklub Žďár nad Sázavou, z. s.", euro.iban],
		...["EUR399999.50", "", "", `VS ${symbol} Glider Cup 2025 ${one.startNumber} Příšerně-Žluťoučký`],
	]);
});

test("a foreigner reads the fee in euro before entering, that one payment is enough, and by when", async () => {
	pay({ euro, dueOn: "2025-04-30" });
	const before = plain(
		await sourceOf(await app.get("/registration", { as: await createUser(), language: "en" })),
	);
	expect(before).toContain("CZK 2,500 (€100)");
	const html = await pageOf(await starter());
	expect(html).toContain("Pay once: either from a Czech bank or in euro.");
	expect(textsIn(html, ".payment-lines dd").filter((said) => said.includes("30 April"))).toHaveLength(2);
});

test("an account in euro alone has both codes in euro", async () => {
	pay({ currency: "EUR", iban: euro.iban, amount: 120 });
	const one = await starter();
	expect(await scanned(one, "spayd")).toContain(`ACC:${euro.iban}*AM:120.00*CC:EUR`);
	expect(await scanned(one, "epc")).toContain("EUR120.00");
	expect(textsIn(await pageOf(one), ".payment-way h3")).toEqual([
		"From a Czech bank (EUR)",
		"In euro (SEPA)",
	]);
});

test("a part payment leaves the rest to pay, and the rest makes the entry paid for every reader", async ({
	admin,
}) => {
	const treasurer = await createUser({ role: "treasurer" });
	const one = await starter();
	expect((await enters(one, treasurer, { amount: "1000,50" })).status).toBe(303);
	expect((await entryOf(one))?.paid).toBe(false);
	expect(textsIn(await pageOf(one), ".payment-lines dd").slice(0, 2)).toEqual([
		"CZK 1,499.50",
		"CZK 1,000.50",
	]);
	expect(await scanned(one, "spayd")).toContain("*AM:1499.50*");
	const owing = plain(
		await sourceOf(await app.get("/starting-list?view=owing", { as: treasurer, language: "en" })),
	);
	expect(owing).toContain("CZK 1,499.50");
	const { html } = await formOf(one, treasurer);
	expect(attributeIn(html, "[name=amount]", "value")).toBe("1499.5");
	expect((await enters(one, treasurer, { amount: "1499.5", how: "cash", note: "u stolku" })).status).toBe(
		303,
	);
	expect((await entryOf(one))?.paid).toBe(true);
	expect((await entryOf(one))?.version).toBe(1);
	const answer = await app.api("GET", `/api/registration/${one.id}`, undefined, { as: admin });
	expect(await json(answer)).toMatchObject({ paid: true });
	expect(textsIn(await pageOf(one), ".payment-lines")).toEqual([]);
	const actions = (await db.select().from(auditLog).where(eq(auditLog.subjectId, one.id))).map(
		({ action }) => action,
	);
	expect(actions).toEqual(["payment.enter", "payment.enter"]);
});

test("the same form sent twice enters one payment", async ({ admin }) => {
	const one = await starter();
	const { formKey } = await formOf(one, admin);
	for (let n = 0; n < 2; n++) expect((await enters(one, admin, { amount: "500", formKey })).status).toBe(303);
	expect(await rowsOf(one)).toHaveLength(1);
});

test("two who enter halves at once make the entry paid", async ({ admin }) => {
	const one = await starter();
	await Promise.all([enters(one, admin, { amount: "1250" }), enters(one, admin, { amount: "1250" })]);
	expect((await entryOf(one))?.paid).toBe(true);
});

test("a cancelled payment opens its sum again, stays visible, and is cancelled once", async ({ admin }) => {
	const one = await starter();
	await enters(one, admin, { amount: "2500" });
	const [row] = await rowsOf(one);
	const cancel = () =>
		app.post(`/admin/payments/${one.id}`, { intent: "cancel", payment: row?.id ?? "" }, { as: admin });
	await cancel();
	expect((await entryOf(one))?.paid).toBe(false);
	expect((await formOf(one, admin)).html).toContain("cancelled");
	await cancel();
	expect((await rowsOf(one)).map(({ cancelledAt }) => cancelledAt !== null)).toEqual([true]);
	const other = await starter();
	expect(
		(
			await app.post(
				`/admin/payments/${other.id}`,
				{ intent: "cancel", payment: row?.id ?? "" },
				{ as: admin },
			)
		).status,
	).toBe(303);
});

test("euro pay the fee at its own price, whole and in part", async ({ admin }) => {
	pay({ euro });
	const one = await starter();
	await enters(one, admin, { amount: "33.33", currency: "EUR" });
	expect((await rowsOf(one))[0]).toMatchObject({ amount: 33.33, currency: "EUR", counted: 833.25 });
	expect(await scanned(one, "epc")).toContain("EUR66.67");
	await enters(one, admin, { amount: "66.67", currency: "EUR" });
	expect((await entryOf(one))?.paid).toBe(true);
});

test("wrong input is refused, and nothing is entered", async ({ admin }) => {
	const one = await starter();
	const wrong: readonly Record<string, string>[] = [
		{ amount: "" },
		{ amount: "0" },
		{ amount: "-5" },
		{ amount: "1.234" },
		{ amount: "99999999" },
		{ amount: "5", receivedOn: "2025-03-11" },
		{ amount: "5", how: "taken-over" },
		{ amount: "5", currency: "EUR" },
		{ amount: "5", currency: "USD" },
	];
	for (const typed of wrong)
		expect((await enters(one, admin, typed)).status, JSON.stringify(typed)).toBe(400);
	expect(await rowsOf(one)).toEqual([]);
});

test("the flag of the API makes a row of what is open, and taking it away cancels every row", async ({
	admin,
}) => {
	const one = await starter();
	await enters(one, admin, { amount: "600" });
	const flag = async (paid: boolean) => {
		const path = `/api/registration/${one.id}/quick-actions`;
		expect(await json(await app.api("PUT", path, { paid }, { as: admin }))).toMatchObject({ paid });
	};
	await flag(true);
	expect((await rowsOf(one)).map(({ amount, how }) => [amount, how])).toEqual([
		[600, "transfer"],
		[1900, "marked"],
	]);
	await flag(true);
	expect(await rowsOf(one)).toHaveLength(2);
	await flag(false);
	expect((await rowsOf(one)).every(({ cancelledAt }) => cancelledAt)).toBe(true);
	await flag(true);
	expect((await rowsOf(one)).filter(({ cancelledAt }) => !cancelledAt).map(({ amount }) => amount)).toEqual([
		2500,
	]);
});

test("in an edition without payments the flag is a row without an amount", async ({ admin }) => {
	changeEdition({ payment: null });
	const one = await starter();
	const path = `/api/registration/${one.id}/quick-actions`;
	await app.api("PUT", path, { paid: true }, { as: admin });
	expect((await rowsOf(one)).map(({ amount, currency }) => [amount, currency])).toEqual([[null, null]]);
	expect((await entryOf(one))?.paid).toBe(true);
	expect((await app.get(`/admin/payments/${one.id}`, { as: admin })).status).toBe(404);
	expect((await app.get("/admin/payments", { as: admin })).status).toBe(200);
});

test("who brings more persons, or comes into a dearer class, owes the difference; who was marked before rows stays paid", async ({
	admin,
}) => {
	const prices = { byClass: { "18_meter": { usual: 3300 } }, person: 200 };
	changeEdition({ fees: prices });
	const fee = { amount: 2500, currency: "CZK", person: 200 };
	const [one, before] = [
		await starter("Platil", { fee, quantity: 0 }),
		await starter("Dříve", { paid: true, fee, quantity: 0 }),
	];
	await enters(one, admin, { amount: "2500" });
	const changed = async ({ id, startNumber }: Starter, body: Record<string, unknown>) => {
		const whole = entryBody(ids);
		const glider = { ...whole.glider, startNumber };
		const answer = await app.api(
			"PUT",
			`/api/registration/${id}`,
			{ ...whole, glider, ...body },
			{ as: admin },
		);
		expect(answer.status).toBe(200);
		return (await entryOf({ id }))?.paid;
	};
	const persons = (quantity: number) => ({
		accomodation: { accomodationType: entryBody(ids).accomodation.accomodationType, quantity },
	});
	expect(await changed(one, persons(0))).toBe(true);
	expect(await changed(one, persons(2))).toBe(false);
	expect(await changed(before, persons(2))).toBe(true);
	expect(textsIn(await pageOf(one), ".payment-lines dd").slice(0, 2)).toEqual(["CZK 400", "CZK 2,500"]);
	expect(await changed(one, persons(0))).toBe(true);
});

test("the treasurer sees what is open, and takes it home as a file; others get neither", async () => {
	const treasurer = await createUser({ role: "treasurer" });
	const [part, whole] = [await starter("=Částečný"), await starter("Úplný")];
	await enters(part, treasurer, { amount: "1000" });
	await enters(whole, treasurer, { amount: "2500" });
	const list = plain(
		await sourceOf(await app.get("/admin/payments?view=open", { as: treasurer, language: "en" })),
	);
	const names = textsIn(list, "tbody th");
	expect(names).toContain("Jiří =Částečný");
	expect(names).not.toContain("Jiří Úplný");
	const file = await (await app.get("/admin/payments/export", { as: treasurer })).text();
	expect(file).toContain(
		`${part.startNumber},Jiří,'=Částečný,2025${String(part.number).padStart(4, "0")},CZK,2500,1000,1500`,
	);
	expect(file).toContain("CZK,2500,2500,0");
	const excel = await (await app.get("/admin/payments/export?dialect=excel", { as: treasurer })).text();
	expect(excel).toContain(";CZK;2500;1000;1500");
	const scorer = await createUser({ role: "scorer" });
	for (const path of ["/admin/payments", `/admin/payments/${part.id}`, "/admin/payments/export"])
		expect((await app.get(path, { as: scorer })).status, path).toBe(403);
	expect(elementsIn(list, "a[href='/starting-list?view=owing']")).toHaveLength(1);
});

test("a reminder asks for what is open", async () => {
	const admin = await createAdmin();
	const one = await starter();
	await enters(one, admin, { amount: "2000" });
	const answer = await app.post("/starting-list?view=owing", { intent: "remind" }, { as: admin });
	expect(answer.status).toBe(303);
	const [mail] = await db.select().from(outbox).where(eq(outbox.userId, one.user.id));
	expect(mail?.payload).toMatchObject({ payment: { amount: 500, received: 2000 } });
});

test("what was paid before payments were rows becomes one row each, of the day that the audit log knows", async ({
	admin,
}) => {
	const fee = { amount: 2000, currency: "CZK", person: 150, night: 20 };
	const [known, unknown, unpaid] = [
		await starter("Známý", { fee, quantity: 2, nights: 3 }),
		await starter("Neznámý", { paid: true, updatedAt: new Date("2025-02-03T10:00:00Z") }),
		await starter("Dlužník", { fee }),
	];
	const path = `/api/registration/${known.id}/quick-actions`;
	await app.api("PUT", path, { paid: true }, { as: admin });
	await db.delete(payments);
	const migration = env.TEST_MIGRATIONS.find(({ name }) => name.endsWith("_payments.sql"));
	for (const query of migration?.queries.filter((text) => text.includes("INSERT INTO")) ?? [])
		await env.DB_2025?.prepare(query).run();
	const taken = { how: "taken-over", enteredBy: null, cancelledAt: null };
	expect(await rowsOf(known)).toMatchObject([
		{ ...taken, amount: 2420, counted: 2420, currency: "CZK", receivedOn: "2025-03-10" },
	]);
	expect(await rowsOf(unknown)).toMatchObject([
		{ ...taken, amount: null, counted: null, currency: null, receivedOn: "2025-02-03" },
	]);
	expect(await rowsOf(unpaid)).toEqual([]);
	const { html } = await formOf(unknown, admin);
	expect(html).toContain("The whole entry fee");
});
