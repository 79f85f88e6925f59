import { eq, inArray } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import { outbox, registrations } from "~db/schema";
import { createApp, json } from "~test/support/app";
import { entryBody, entryForm } from "~test/support/entries";
import { createRegistration, createUser, databaseOf } from "~test/support/factories";
import { elementsIn, plain, sourceOf, textsIn } from "~test/support/html";
import { previewSettings, restoreSetting, setEdition } from "~test/support/set-edition";
import { ids, test } from "~test/support/world";

/* The table of fees, from the form of settings to what each entry owes. */

const march = createApp({ clock: "2025-03-10T12:00:00+01:00" });
const june = createApp({ clock: "2025-06-10T12:00:00+02:00" });
const db = databaseOf();

type App = typeof march;

const textOf = async (app: App, path: string, as?: { readonly id: string }) =>
	plain(await sourceOf(await app.get(path, { as: as ?? null, language: "en" })));

/** Sets a fee, and brings back what the file says at the end of the test. */
async function setFees(admin: { readonly id: string }, typed: Record<string, string>, app = march) {
	onTestFinished(async () => {
		for (const key of ["payment", "fees"]) await restoreSetting(march, admin, "fee", key, 0);
	});
	expect((await setEdition(app, admin, "fee", typed)).status).toBe(303);
}

const table = {
	"fees/earlyUntil": "2025-03-31",
	"fees/lateFrom": "2025-06-01",
	"fees/byClass/club/early": "2000",
	"fees/byClass/club/late": "2900",
	"fees/byClass/18_meter/usual": "3300",
};

let number = 0;

/** Somebody who enters by the API. */
async function enters(app: App, body: Record<string, unknown> = {}) {
	const user = await createUser();
	const { glider } = entryBody(ids);
	number += 1;
	const answer = await app.api(
		"POST",
		"/api/registration",
		{ ...entryBody(ids), glider: { ...glider, startNumber: `F${number}` }, ...body },
		{ as: user },
	);
	expect(answer.status).toBe(201);
	return { user, id: (await json(answer))._id as string };
}

/** What the page of the entry says that it owes, once it is accepted. */
async function owedBy({ user, id }: Awaited<ReturnType<typeof enters>>) {
	await db.update(registrations).set({ accepted: true }).where(eq(registrations.id, id));
	const [amount] = textsIn(await textOf(march, "/registration", user), "section[aria-labelledby=payment] dd");
	return amount;
}

test("a fee that is raised after ten have entered is owed by the next, and by nobody of the ten", async ({
	admin,
}) => {
	const before = [];
	for (let number = 0; number < 10; number++) before.push(await enters(march));
	const old = await createRegistration({ accepted: true });
	expect(old.fee).toBeNull();
	const { html } = await previewSettings(march, admin, "fee", { "payment/amount": "3100" });
	expect(plain(html)).toContain("Club: entries sent from now on owe CZK 3,100; until now it was CZK 2,500.");
	expect(plain(html)).toMatch(/1[1-9] entries that were sent keep their entry fees/);
	await setFees(admin, { "payment/amount": "3100" });
	for (const one of before) expect(await owedBy(one)).toBe("CZK 2,500");
	expect(await owedBy({ user: { id: old.userId } as never, id: old.id })).toBe("CZK 2,500");
	expect(await owedBy(await enters(march))).toBe("CZK 3,100");
});

test("an entry that comes into another class owes the fee of that class, by its organiser and by consent alike", async ({
	admin,
}) => {
	const [amended, asking] = [await enters(march), await enters(march)];
	await setFees(admin, { ...table, "payment/amount": "3100" });
	expect(await owedBy(amended)).toBe("CZK 2,500");
	expect(await owedBy(asking)).toBe("CZK 2,500");
	const moved = {
		competitionClass: ids.kombi,
		glider: { gliderType: ids.kombiGlider, registrationNumber: "OK-1", startNumber: "X1" },
	};
	const asked = { ...entryBody(ids), ...moved, glider: { ...moved.glider, startNumber: "X2" } };
	expect((await march.api("PUT", "/api/registration", asked, { as: asking.user })).status).toBe(200);
	expect(await owedBy(asking)).toBe("CZK 2,500");
	const [{ version } = { version: 0 }] = await db
		.select()
		.from(registrations)
		.where(eq(registrations.id, asking.id));
	const consent = { intent: "accept-change", version: String(version), from: "" };
	expect((await march.post(`/registration/${asking.id}`, consent, { as: admin })).status).toBe(303);
	expect(await owedBy(asking)).toBe("CZK 3,300");
	const answer = await march.api(
		"PUT",
		`/api/registration/${amended.id}`,
		{ ...entryBody(ids), ...moved },
		{ as: admin },
	);
	expect(answer.status).toBe(200);
	expect(await owedBy(amended)).toBe("CZK 3,300");
});

test("early, usual and late fees are those of the day on which the entry is sent", async ({ admin }) => {
	await setFees(admin, table);
	const april = createApp({ clock: "2025-04-01T00:00:00+02:00" });
	expect(await owedBy(await enters(march))).toBe("CZK 2,000");
	expect(await owedBy(await enters(april))).toBe("CZK 2,500");
	expect(await owedBy(await enters(june))).toBe("CZK 2,900");
});

test("home, the form before it is sent, the page, the mail, the list of what is owed and the file say one fee", async ({
	admin,
}) => {
	await setFees(admin, { ...table, "fees/person": "150", "fees/night": "20" });
	const said = "CZK 2,000 until 31 March, then CZK 2,500 until 31 May, then CZK 2,900";
	expect(await textOf(march, "/")).toContain(`Club: ${said}`);
	expect(await textOf(march, "/")).toContain("plus CZK 150 for each person accommodated");
	const form = await textOf(march, "/registration", await createUser());
	expect(textsIn(form, "form [aria-live=polite] li")).toEqual([
		`Club: ${said}`,
		"Kombi: CZK 3,300",
		"plus CZK 150 for each person accommodated",
		"plus CZK 20 for each person accommodated and night",
	]);
	// 2,000 for the class, 2 × 150 for persons, 2 × 5 × 20 for nights.
	const one = await enters(march, { nights: 5 });
	const accepted = await march.api(
		"PUT",
		`/api/registration/${one.id}/quick-actions`,
		{ accepted: true },
		{ as: admin },
	);
	expect(accepted.status).toBe(200);
	expect(await owedBy(one)).toBe("CZK 2,500");
	const page = await textOf(march, "/registration", one.user);
	expect(
		decodeURIComponent(elementsIn(page, "img[src^='data:image/svg']")[0]?.getAttribute("src") ?? ""),
	).toContain("QR platba");
	const mails = await db
		.select()
		.from(outbox)
		.where(inArray(outbox.kind, ["entry-accepted"]));
	expect(mails.map(({ payload }) => JSON.stringify(payload)).join()).toContain('"amount":2500');
	expect(await textOf(march, "/starting-list?view=owing", admin)).toContain("Entry fee: CZK 2,500");
	expect(await textOf(march, `/registration/${one.id}`, admin)).toContain("Club: <strong>CZK 2,500");
	const file = await (await march.get("/starting-list/export", { as: admin })).text();
	expect(file.split("\r\n").find((line) => line.includes(",5,2500"))).toBeDefined();
});

test("whoever stays says for how many nights where they cost something, and clients that do not know them are taken", async ({
	admin,
}) => {
	const user = await createUser();
	const send = (nights: string, typed: Record<string, string> = {}) =>
		march.post(
			"/registration",
			{ ...entryForm(ids), startNumber: "N1", quantity: "2", nights, ...typed, intent: "enter" },
			{ as: user, language: "en" },
		);
	await setFees(admin, { ...table, "fees/night": "20" });
	const refused = await send("");
	expect(refused.status).toBe(400);
	expect(textsIn(await sourceOf(refused), "#entry-nights-error")).toEqual([
		"Enter the number of nights, 0\u00a0if\u00a0none",
	]);
	const both = await sourceOf(await send("", { aeroclub: "" }));
	expect(textsIn(both, ".field-error")).toHaveLength(2);
	expect((await send("0")).status).toBe(303);
	expect((await enters(march)).id).toBeTruthy();
});

test("a table that cannot be is refused beside its fields", async ({ admin }) => {
	const refused = async (typed: Record<string, string>) =>
		(await previewSettings(march, admin, "fee", typed)).html;
	const [until, from] = ["Enter the last day of early entry fees", "Enter the first day of late entry fees"];
	expect(await refused({ "fees/byClass/club/early": "2000" })).toContain(until);
	expect(await refused({ "fees/byClass/club/late": "2000" })).toContain(from);
	expect(await refused({ ...table, "fees/lateFrom": "2025-03-31" })).toContain(from);
	expect(await refused({ ...table, "fees/byClass/club/early": "-1" })).toContain("At least");
});

test("without a fee nobody owes one, and with it again all owe theirs", async ({ admin }) => {
	const one = await enters(march);
	const none = Object.fromEntries(
		["iban", "amount", "currency", "recipient"].map((name) => [`payment/${name}`, ""]),
	);
	const { html } = await previewSettings(march, admin, "fee", none);
	expect(html).toContain("Nobody owes an entry fee any more.");
	await setFees(admin, none);
	expect(await owedBy(one)).toBeUndefined();
	expect(textsIn(await textOf(march, "/registration", one.user), "form [aria-live=polite]")).toEqual([]);
	await restoreSetting(march, admin, "fee", "payment", 0);
	expect(await owedBy(one)).toBe("CZK 2,500");
});
