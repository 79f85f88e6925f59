import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { registrations, signupLinks, users } from "~db/schema";
import { eraseByMail, newcomer, signedUp } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { changeEdition } from "~test/support/change-edition";
import { enterForm, entryOf } from "~test/support/entries";
import { createAdmin, databaseOf } from "~test/support/factories";
import { elementsIn, plain, sourceOf, textsIn } from "~test/support/html";
import { runScheduleAt } from "~test/support/igc";
import { ids, test } from "~test/support/world";

/* Secret links by which late and early people sign up, and enter, while everybody else cannot. */

const clock = "2025-01-10T12:00:00.000Z";
/** Before signup opens. */
const app = createApp({ clock });
const hoursLater = (hours: number) =>
	createApp({ clock: new Date(Date.parse(clock) + hours * 3_600_000).toISOString() });
const db = databaseOf();

/** Makes a link. @returns its path, and its row */
async function makeLink(admin: { readonly id: string }, name = "Pilot z Rakouska", by = app) {
	const answer = await by.post("/admin/team", { intent: "make-link", name }, { as: admin, language: "en" });
	expect(answer.status).toBe(200);
	const [address = ""] = textsIn(await sourceOf(answer), "code");
	const { pathname, search, searchParams } = new URL(address);
	const rows = await db.select().from(signupLinks);
	const row = rows.find((one) => one.createdBy === admin.id && one.name === name);
	return { path: pathname + search, token: searchParams.get("link") ?? "", row };
}

const accountOf = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0];
const pageOf = async (path: string, by = app) =>
	plain(await sourceOf(await by.get(path, { language: "en" })));

test("makes one account and its entry while signup is closed, and stores no more than a digest", async ({
	admin,
}) => {
	const { path, token, row } = await makeLink(admin);
	expect(token).toMatch(/^[0-9a-f]{48}$/);
	expect(JSON.stringify(row)).not.toContain(token);
	expect((await app.post("/signup", newcomer())).status).toBe(403);
	const html = await pageOf(path);
	expect(elementsIn(html, "form [name=email][disabled]")).toHaveLength(0);
	const person = newcomer();
	const answer = await app.post(path, person);
	expect(answer.status).toBe(303);
	expect(answer.headers.get("Location")).toBe("/registration");
	const account = await accountOf(person.email);
	expect(account).toMatchObject({ role: null, verifiedAt: null });
	const second = newcomer();
	expect((await app.post(path, second)).status).toBe(403);
	expect(await accountOf(second.email)).toBeUndefined();
	expect(await pageOf(path)).toContain("The link is no longer valid");
});

test("the same form sent twice makes one account and succeeds twice", async ({ admin }) => {
	const { path } = await makeLink(admin);
	const form = { ...newcomer(), formKey: crypto.randomUUID() };
	for (let n = 0; n < 2; n++) expect((await app.post(path, form)).status).toBe(303);
});

test("of two who use a link at once one gets an account", async ({ admin }) => {
	const { path } = await makeLink(admin);
	const answers = await Promise.all([newcomer(), newcomer()].map((person) => app.post(path, person)));
	expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 403]);
});

test("ends after 72 hours, by a press, and with the right of its maker", async ({ admin }) => {
	const { path } = await makeLink(admin);
	expect((await hoursLater(71).post(path, newcomer())).status).toBe(303);
	const late = await makeLink(admin, "Pozdě");
	expect((await hoursLater(72).post(late.path, newcomer())).status).toBe(403);

	const withdrawn = await makeLink(admin, "Nepřijede");
	await app.post("/admin/team", { intent: "withdraw-link", id: withdrawn.row?.id ?? "" }, { as: admin });
	expect((await app.post(withdrawn.path, newcomer())).status).toBe(403);

	const other = await createAdmin();
	const orphaned = await makeLink(other);
	await db.update(users).set({ role: null }).where(eq(users.id, other.id));
	expect((await app.post(orphaned.path, newcomer())).status).toBe(403);
	for (const path of ["/signup?link=", `/signup?link=${"0".repeat(48)}`])
		expect((await app.post(path, newcomer())).status).toBe(403);
});

test("whose account was made by a link enters after entries have closed, for three days and once", async ({
	admin,
}) => {
	changeEdition({ signupUntil: "2025-05-01T00:00:00Z", entriesUntil: "2025-05-01T00:00:00Z" });
	const may = createApp({ clock: "2025-05-10T12:00:00Z" });
	const later = createApp({ clock: "2025-05-13T12:00:01Z" });
	const enters = async (by: typeof may, on = by) => {
		const { path } = await makeLink(admin, crypto.randomUUID(), by);
		const person = newcomer();
		expect((await by.post(path, person)).status).toBe(303);
		const account = await accountOf(person.email);
		if (!account) throw new Error("the link makes an account");
		const home = await sourceOf(await on.get("/", { as: account, language: "en" }));
		expect(textsIn(home, ".home-signup a"), "home says so").toEqual(
			on === by ? ["Fill in the entry form"] : [],
		);
		const answer = await on.post("/registration", enterForm(ids, { startNumber: person.email.slice(0, 6) }), {
			as: account,
		});
		return { account, status: answer.status };
	};
	const { account, status } = await enters(may);
	expect(status).toBe(303);
	expect(await entryOf(account)).toBeDefined();
	const change = { ...enterForm(ids), intent: "update", version: "1" };
	expect((await may.post("/registration", change, { as: account })).status).toBe(403);
	expect((await enters(may, later)).status).toBe(403);
	const stranger = await accountOf((await signedUp(createApp({ clock: "2025-04-01T12:00:00Z" }))).user.email);
	if (!stranger) throw new Error("somebody signs up");
	expect((await may.post("/registration", enterForm(ids), { as: stranger })).status).toBe(403);
	expect(await db.select().from(registrations).where(eq(registrations.userId, stranger.id))).toEqual([]);
});

test("only organisers make and see links; the name goes with an erasure, the row a week after its end", async ({
	admin,
	user,
}) => {
	const { path, row } = await makeLink(admin, "Jarmila Kanárková");
	expect((await app.post("/admin/team", { intent: "make-link", name: "x" }, { as: user })).status).toBe(403);
	expect((await app.post("/admin/team", { intent: "make-link", name: " " }, { as: admin })).status).toBe(303);
	const team = plain(await sourceOf(await app.get("/admin/team", { as: admin, language: "en" })));
	expect(team).toContain("Jarmila Kanárková");
	const person = newcomer();
	await app.post(path, person);
	const account = await accountOf(person.email);
	if (!account || !row) throw new Error("the link makes an account");
	const nameOf = async () =>
		(await db.select().from(signupLinks).where(eq(signupLinks.id, row.id))).map(({ name }) => name);
	await eraseByMail(app, account);
	expect(await nameOf()).toEqual([""]);
	await runScheduleAt("2025-01-20T12:01:00Z");
	expect(await nameOf()).toEqual([]);
});
