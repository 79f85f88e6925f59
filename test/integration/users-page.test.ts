import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { auditLog, outbox, users } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, createUser, databaseOf, seedReference } from "~test/support/factories";
import { attributeIn, textsIn, valueIn } from "~test/support/html";

const app = createApp({ clock: "2025-07-01T10:00:00Z" });
const db = databaseOf();
let admin: Awaited<ReturnType<typeof createAdmin>>;

await seedReference();

beforeEach(async () => {
	await db.delete(outbox);
	await db.delete(auditLog);
	await db.delete(users);
	admin = await createAdmin({ surname: "Žák", name: "Adam", email: "adam.zak@example.com" });
});

afterEach(() => {
	vi.restoreAllMocks();
});

const page = async (path = "/users") => (await app.get(path, { as: admin, language: "cs" })).text();
const formKeyOf = (html: string) => valueIn(html, "formKey") ?? "";

test("users stand by surname in Czech order, with the state of their passwords", async () => {
	await createUser({ surname: "Chalupa", name: "Petr" });
	await createUser({ surname: "Hora", name: "Jan", passwordValid: false });
	await createUser({ surname: "Čermák", name: "Ota" });
	await createUser({ surname: "Pryč", erasedAt: new Date() });
	const html = await page();
	const table = html.slice(html.indexOf("<tbody"));
	const order = ["Žák Adam", "Čermák Ota", "Hora Jan", "Chalupa Petr"].map((name) => table.indexOf(name));
	expect(order).toEqual([...order].sort((a, b) => a - b));
	expect(Math.min(...order)).toBeGreaterThan(0);
	expect(table).not.toContain("Pryč");
	expect(table.match(/Je nutné ho obnovit/g)).toHaveLength(1);
	expect(textsIn(html, "caption")).toEqual(["1\u00a0pořadatel, 3\u00a0soutěžící"]);
	const [reached = ""] = textsIn(html, "textarea[readonly]");
	expect(reached.split(", ")).toHaveLength(4);
});

test("for others than organisers the page does not exist", async () => {
	const pilot = await createUser();
	for (const as of [null, pilot]) {
		const response = await app.get("/users", { as });
		expect(response.status).toBe(404);
		expect(await response.text()).not.toContain(admin.email);
	}
});

test("the link for one's own mail program names everybody as a blind copy", async () => {
	const one = await createUser({ email: "o'hara+soar@example.com" });
	expect(await page()).toContain("mailto:?bcc=o&#x27;hara%2Bsoar@example.com,adam.zak@example.com");
	expect(one.email).toBe("o'hara+soar@example.com");
});

test("the form says how many a message to everybody reaches, and how many it does not", async () => {
	const counts = async () => {
		const html = (await page()).replaceAll("\u00a0", " ");
		const [, reached = 0] = /Všem \((\d+) /.exec(html) ?? [];
		const [, unreached = 0] = /Zprávy všem nedostan\S+ (\d+) /.exec(html) ?? [];
		return { reached: Number(reached), unreached: Number(unreached) };
	};
	const before = await counts();
	for (const verifiedAt of [new Date(), new Date(), null]) await createUser({ verifiedAt });
	expect(await counts()).toEqual({ reached: before.reached + 2, unreached: before.unreached + 1 });
});

test("a message is shown as it will arrive before anything is sent", async () => {
	await createUser();
	const fields = { to: "all", subject: "Briefing", body: "Zítra v 9.30.\n\nNa viděnou <b>", step: "preview" };
	const response = await app.post("/users", fields, { as: admin, language: "cs" });
	expect(response.status).toBe(200);
	const html = await response.text();
	expect(html).toContain("Náhled zprávy pro 2 lidi");
	expect(html).toContain("Dobrý den,\n\nZítra v 9.30.\n\nNa viděnou &lt;b&gt;\n\nS\u00a0pozdravem");
	expect(html).toContain("Odeslat 2 lidem");
	expect(await db.$count(outbox)).toBe(0);
});

test("before a message is sent, the page says how many of its mails the provider takes today", async () => {
	const fields = { to: "all", subject: "Briefing", body: "V 9.30.", step: "preview" };
	await createUser();
	await createUser();
	const limited = createApp({ env: { MAILS_PER_DAY: "2" } });
	const html = await (await limited.post("/users", fields, { as: admin })).text();
	expect(textsIn(html, ".notice")).toEqual([
		expect.stringMatching(/^Dnes jich odejde 1, zbývajících 2 od zítřka/),
	]);
	const unlimited = await (await app.post("/users", fields, { as: admin })).text();
	expect(textsIn(unlimited, ".notice")).toEqual([]);
});

test("a message to everybody is one mail a person, however often the form is sent", async () => {
	const people = await Promise.all([createUser(), createUser({ language: "en" })]);
	const preview = { to: "all", subject: "Briefing", body: "V 9.30.", step: "preview" };
	const html = await (await app.post("/users", preview, { as: admin })).text();
	const message = { ...preview, step: "send", formKey: formKeyOf(html) };
	expect(message.formKey).not.toBe("");
	const answers = await Promise.all(
		Array.from({ length: 5 }, () => app.post("/users", message, { as: admin })),
	);
	expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
	expect(decodeURIComponent(answers[0]?.headers.get("Set-Cookie") ?? "")).toContain('"count":3');
	const mails = await db.select().from(outbox);
	const recipients = mails.map(({ recipient }) => recipient).sort();
	expect(recipients).toEqual([admin.email, ...people.map(({ email }) => email)].sort());
	expect(mails.every(({ kind, state }) => kind === "message" && state === "sent")).toBe(true);
	const [entry] = await db.select().from(auditLog);
	expect(entry).toMatchObject({ action: "message.send", actorId: admin.id });
	type Mail = { to: string; subject: string; text: string };
	const kept = await (await app.get("/dev/mail.json")).json<Mail[]>();
	const english = kept.find(({ to }) => to === people[1]?.email);
	expect(english).toMatchObject({ subject: "Briefing", text: expect.stringContaining("V 9.30.") });
	// Changed since, and sent once more by the same form: another message.
	const changed = { ...message, body: "V 9.45." };
	await Promise.all([1, 2].map(() => app.post("/users", changed, { as: admin })));
	expect(await db.$count(outbox)).toBe(6);
});

test("a message to one person goes to that person alone", async () => {
	const [one] = await Promise.all([createUser(), createUser()]);
	expect(await page(`/users?to=${one.id}`)).toContain(`<option value="${one.id}" selected`);
	await app.post("/users", { to: one.id, subject: "Platba", body: "x", step: "send" }, { as: admin });
	const mails = await db.select().from(outbox);
	expect(mails.map(({ recipient }) => recipient)).toEqual([one.email]);
});

test.each([
	["no subject", { to: "all", subject: "", body: "x" }, "Napište předmět"],
	["nobody there", { to: "nobody", subject: "x", body: "x" }, "Vyberte jednu z\u00a0možností"],
	["a line break in the subject", { to: "all", subject: "a\nBcc: x", body: "x" }, "nepovolené znaky"],
])("%s is refused with everything typed", async (_, fields, complaint) => {
	for (const step of ["preview", "send"]) {
		const response = await app.post("/users", { ...fields, step }, { as: admin, language: "cs" });
		expect(response.status).toBe(400);
		const html = await response.text();
		expect(html).toContain(complaint);
		expect(html).toContain(">x</textarea>");
	}
	expect(await db.$count(outbox)).toBe(0);
});

test("with the provider failing half-way nobody gets a mail twice, and what failed is shown and sent again", async () => {
	await Promise.all(Array.from({ length: 9 }, () => createUser()));
	const arrived = new Map<string, string>();
	let broken = true;
	vi.spyOn(globalThis, "fetch").mockImplementation(async (_, init) => {
		const { to } = JSON.parse(String(init?.body)) as { to: string };
		const key = new Headers(init?.headers).get("Idempotency-Key") ?? "";
		if (broken && arrived.size >= 5) {
			return Response.json({ statusCode: 422, name: "validation_error", message: "no" }, { status: 422 });
		}
		if (arrived.has(to)) throw new Error(`a second mail to ${to}`);
		arrived.set(to, key);
		return Response.json({ id: key });
	});
	const withProvider = createApp({ clock: "2025-07-01T10:00:00Z", env: { RESEND_API_KEY: "key" } });
	const message = { to: "all", subject: "Zrušeno", body: "Prší.", step: "send" };
	await withProvider.post("/users", message, { as: admin });
	expect(arrived.size).toBe(5);
	expect(await db.$count(outbox, eq(outbox.state, "failed"))).toBe(5);

	const html = await (
		await app.get("/admin/operations?view=mail&state=failed", { as: admin, language: "cs" })
	).text();
	expect(textsIn(html, "button").filter((words) => words === "Odeslat znovu")).toHaveLength(5);
	expect(html).toContain("422");
	broken = false;
	const [one] = await db.select().from(outbox).where(eq(outbox.state, "failed"));
	await withProvider.post("/admin/operations?view=mail", { mail: one?.id ?? "" }, { as: admin });
	expect(arrived.size).toBe(6);
	expect(arrived.get(one?.recipient ?? "")).toBe(one?.id);
	await withProvider.post("/admin/operations?view=mail", { mail: "failed" }, { as: admin });
	expect(arrived.size).toBe(10);
	expect(await db.$count(outbox, eq(outbox.state, "sent"))).toBe(10);
	const again = await withProvider.post(
		"/admin/operations?view=mail",
		{ mail: one?.id ?? "" },
		{ as: admin },
	);
	expect(decodeURIComponent(again.headers.get("Set-Cookie") ?? "")).toContain("server.not-found");
	expect(arrived.size).toBe(10);
});

test("the search narrows the list, not whom a message can go to", async () => {
	await createUser({ surname: "Čermák", name: "Ota", email: "ota@example.com" });
	await createUser({ surname: "Hora", name: "Jan", email: "hora@example.com" });
	const html = await page("/users?q=cermak");
	const table = html.slice(html.indexOf("<tbody"));
	expect(table).toContain("Čermák Ota");
	expect(table).not.toContain("Hora Jan");
	expect(html).toContain("Hora Jan (hora@example.com)");
	const nobody = await page("/users?q=nikdo");
	expect(nobody).toContain("Nikoho takového jsme nenašli.");
	expect(attributeIn(nobody, "#users-q", "data-filter")).toBe("");
});
