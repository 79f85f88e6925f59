import { and, eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { hashPassword } from "~/lib/accounts/password/password.server";
import { auditLog, invitations, outbox, users } from "~db/schema";
import { eraseByMail, goodPassword, mailsTo, newcomer, signedUp } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { createAuthenticator } from "~test/support/authenticator";
import { createBrowser } from "~test/support/browser";
import { createAdmin, createUser, databaseOf, seedReference } from "~test/support/factories";
import { linksIn, plain, sourceOf, textsIn } from "~test/support/html";
import { runScheduleAt } from "~test/support/igc";
import { createOrganiserWithFactor, later, noon, secretOn } from "~test/support/second-factor";
import { testEdition } from "~test/support/test-edition";
import { inviteSql } from "../../scripts/admin/invite-sql";

/* Who organises: invitations by mail, roles, and who hears of them. */

/** Before signup opens. */
const clock = "2025-01-10T12:00:00.000Z";
const app = createApp({ clock });
const hoursLater = (hours: number) =>
	createApp({ clock: new Date(Date.parse(clock) + hours * 3_600_000).toISOString() });
const db = databaseOf();

let organiser: Awaited<ReturnType<typeof createAdmin>>;

beforeEach(async () => {
	await seedReference();
	await db.update(users).set({ role: null });
	// One test runs by the clock of today, as production does.
	await db.delete(auditLog).where(sql`${auditLog.action} LIKE 'role.%'`);
	organiser = await createAdmin();
});

const someAddress = () => `invited.${crypto.randomUUID().slice(0, 8)}@example.com`;

/** The path in the newest mail to an address that accepts an invitation. */
async function linkTo(email: string): Promise<string> {
	const texts = (await mailsTo(email)).map(({ text }) => text).join("\n");
	return /\/invitation\/\S+/.exec(texts)?.[0] ?? "/no-link-was-mailed";
}

async function invite(role: string, email = someAddress(), by = organiser, on = app) {
	const sent = await on.post("/admin/team", { email, role }, { as: by });
	expect(sent.status).toBe(303);
	return { email, link: await linkTo(email) };
}

const person = { name: "Dana", surname: "Bodová", password: goodPassword };

const userOf = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0];

const textOf = async (response: Response) => plain(await sourceOf(response));

describe("an invitation", () => {
	test("makes an account with its role before signup opens, by the link of its mail alone", async () => {
		const { email, link } = await invite("scorer");
		expect((await app.post("/signup", newcomer())).status).toBe(403);
		const page = await textOf(await app.get(link, { language: "en" }));
		expect(page).toContain("Scorer");
		expect(await userOf(email)).toBeUndefined();
		const accepted = await app.post(link, person);
		expect([accepted.status, accepted.headers.get("Location")]).toEqual([303, "/admin"]);
		expect(await userOf(email)).toMatchObject({ role: "scorer", admin: false, verifiedAt: new Date(clock) });
		expect((await app.get(link.replace(/.(?=.$)/, (one) => (one === "A" ? "B" : "A")))).status).toBe(404);
	});

	test("shows what is agreed to with an account, as signup does", async () => {
		const { link } = await invite("scorer");
		const agreed = async (path: string, on = app) =>
			textsIn(await textOf(await on.get(path, { language: "en" })), ".notice li, .notice a");
		const atSignup = await agreed("/signup", createApp({ clock: "2025-03-10T12:00:00Z" }));
		expect(atSignup.length).toBeGreaterThan(8);
		expect(await agreed(link)).toEqual(atSignup);
	});

	test("is accepted by the account of its address, and by no other", async () => {
		const { user } = await signedUp(createApp({ clock: "2025-03-10T12:00:00Z" }));
		const { link } = await invite("desk", user.email);
		expect(await textOf(await app.get(link, { language: "en" }))).toContain("This address has an account");
		const other = await createUser();
		const refused = await app.get(link, { as: other, language: "en" });
		expect(refused.status).toBe(403);
		expect(await textOf(refused)).toContain("for another address");
		expect((await app.post(link, {}, { as: other })).status).toBe(403);
		expect((await userOf(other.email))?.role).toBeNull();
		const at = createApp({ clock });
		expect((await at.post(link, {}, { as: user })).status).toBe(303);
		expect(await userOf(user.email)).toMatchObject({ role: "desk" });
	});

	test("works once, for 72 hours, until it is withdrawn, and as long as who sent it organises", async () => {
		const answerOf = async (link: string, on = app) => {
			const read = await on.get(link, { language: "en" });
			return [read.status, (await on.post(link, person)).status, await textOf(read)] as const;
		};
		const used = await invite("reporter");
		await app.post(used.link, person);
		expect(await answerOf(used.link)).toMatchObject([
			409,
			409,
			expect.stringContaining("already been accepted"),
		]);

		const late = await invite("reporter");
		expect(await answerOf(late.link, hoursLater(73))).toMatchObject([
			410,
			410,
			expect.stringContaining("expired"),
		]);
		expect((await hoursLater(71).get(late.link)).status).toBe(200);

		const [row] = await db.select().from(invitations).where(eq(invitations.email, late.email));
		await app.post("/admin/team", { intent: "withdraw", id: row?.id ?? "" }, { as: organiser });
		expect(await answerOf(late.link)).toMatchObject([409, 409, expect.stringContaining("withdrawn")]);

		const again = await invite("desk");
		const newer = await invite("scorer", again.email);
		expect((await app.get(again.link)).status).toBe(409);
		expect((await app.get(newer.link)).status).toBe(200);

		const inviter = await createAdmin();
		const orphan = await invite("desk", someAddress(), inviter);
		await db.update(users).set({ role: null }).where(eq(users.id, inviter.id));
		expect(await answerOf(orphan.link)).toMatchObject([
			409,
			409,
			expect.stringContaining("its sender is no longer an organiser"),
		]);
		expect(await userOf(orphan.email)).toBeUndefined();
	});

	test("of the operator goes to the first organiser, as the command writes it", async () => {
		const email = someAddress();
		const commands = inviteSql(email.toUpperCase(), new Date(clock)).split(";\n");
		for (const command of commands) await db.run(sql.raw(command));
		await runScheduleAt(clock);
		const accepted = await app.post(await linkTo(email), person);
		expect(accepted.status).toBe(303);
		expect(await userOf(email)).toMatchObject({ role: "organiser", admin: true });
	});

	test("gives nothing until the second factor is set up, and asks for it at the first login", async () => {
		// In production no clock is set.
		const now = new Date().toISOString();
		const strict = createApp({ env: { MODE: "production" }, host: `${testEdition.year}.glidercup.example` });
		const { email } = await createUser({ passwordHash: await hashPassword(goodPassword) });
		const { link } = await invite("desk", email, organiser, createApp({ clock: now }));
		const browser = createBrowser();
		await browser.post(strict, "/login", { email, password: goodPassword });
		const accepted = await browser.post(strict, link);
		expect(accepted.headers.get("Location")).toBe("/second-factor?redirectTo=/admin");
		expect((await browser.get(strict, "/admin")).status).toBe(403);
		const authenticator = createAuthenticator(await secretOn(await browser.get(strict, "/second-factor")));
		const set = await browser.post(strict, "/second-factor", { code: await authenticator.codeAt(now) });
		expect(set.status).toBe(200);
		const overview = await sourceOf(await browser.get(strict, "/admin"));
		const addresses = linksIn(overview).map(([, address]) => address);
		expect(addresses).toContain("/statuses");
		for (const hidden of [
			"/users",
			"/admin/team",
			"/admin/scoring",
			"/admin/operations",
			"/competition-days",
		])
			expect(addresses).not.toContain(hidden);
		const fresh = createBrowser();
		await fresh.post(strict, "/login", { email, password: goodPassword });
		expect((await fresh.get(strict, "/admin")).status).toBe(401);
	});

	test("is erased with the account of its address, and a week after its end", async () => {
		const { email, link } = await invite("reporter");
		await app.post(link, person);
		const user = await userOf(email);
		await eraseByMail(app, { id: user?.id ?? "", email });
		expect(await db.select().from(invitations).where(eq(invitations.email, email))).toEqual([]);
		const other = await invite("desk");
		await runScheduleAt("2025-01-22T03:00:00Z");
		expect(await db.select().from(invitations).where(eq(invitations.email, other.email))).toEqual([]);
	});
});

describe("a role", () => {
	const change = (user: string, seen: string, role: string) =>
		app.post("/admin/team", { intent: "change", user, seen, role }, { as: organiser });

	test("is changed and taken by organisers, and every session of before ends", async () => {
		const member = await createUser({ role: "scorer" });
		const token = await app.token(member);
		const headers = { Cookie: `token=${token}` };
		expect((await app.get("/admin/scoring", { headers })).status).toBe(200);
		await change(member.id, "scorer", "desk");
		expect((await app.get("/admin/scoring", { headers })).status).toBe(401);
		expect(await userOf(member.email)).toMatchObject({ role: "desk" });
		await change(member.id, "desk", "none");
		expect(await userOf(member.email)).toMatchObject({ role: null });
	});

	test("of the last organiser stays, whatever is tried", async () => {
		await change(organiser.id, "organiser", "desk");
		await change(organiser.id, "organiser", "none");
		expect(await userOf(organiser.email)).toMatchObject({ role: "organiser", admin: true });
		const unverified = await createUser({ role: "organiser", verifiedAt: null });
		const said = await change(organiser.id, "organiser", "none");
		expect(said.headers.get("X-Refusal")).toBe("last-organiser");
		await db
			.update(users)
			.set({ verifiedAt: new Date(clock) })
			.where(eq(users.id, unverified.id));
		await change(organiser.id, "organiser", "none");
		expect(await userOf(organiser.email)).toMatchObject({ role: null });
	});

	test("and an invitation are mailed to every organiser and the operator, and stand on the overview for a week", async () => {
		const other = await createAdmin();
		const strict = createApp({ clock, env: { OPERATOR_EMAIL: "operator@example.com" } });
		await db.delete(outbox);
		await strict.post("/admin/team", { email: someAddress(), role: "treasurer" }, { as: organiser });
		const rows = await db.select().from(outbox).where(eq(outbox.kind, "role-changed"));
		expect(rows.map(({ recipient }) => recipient).sort()).toEqual(
			[organiser.email, other.email, "operator@example.com"].sort(),
		);
		const overview = async (on = app) => textOf(await on.get("/admin", { as: other, language: "en" }));
		const invited = [someAddress(), someAddress()];
		for (const email of invited) await strict.post("/admin/team", { email, role: "desk" }, { as: organiser });
		for (const email of invited)
			expect(await overview()).toContain(`Team: Invitation to the team – ${email}, `);
		expect(await overview(hoursLater(8 * 24))).not.toContain("Team: Invitation to the team");
	});

	test("and an invitation ask for a code of the last quarter of an hour", async () => {
		const { browser } = await createOrganiserWithFactor(createApp({ clock: noon }), noon);
		const old = createApp({ clock: later(16 * 60) });
		const asked = await browser.get(old, "/admin/team");
		expect(asked.headers.get("Location")).toBe("/confirm?redirectTo=%2Fadmin%2Fteam");
		const email = someAddress();
		const sent = await browser.post(old, "/admin/team", { email, role: "organiser" });
		expect(await sourceOf(sent)).toContain("/confirm?redirectTo=%2Fadmin%2Fteam");
		expect(await db.select().from(invitations).where(eq(invitations.email, email))).toEqual([]);
	});

	test("is not given to who has one: the page says so and keeps what was typed", async () => {
		const member = await createUser({ role: "reporter" });
		const refused = await app.post(
			"/admin/team",
			{ email: member.email, role: "organiser" },
			{ as: organiser },
		);
		expect(refused.status).toBe(400);
		expect(await sourceOf(refused)).toContain(member.email);
		expect(await userOf(member.email)).toMatchObject({ role: "reporter" });
	});

	test("of another kind than an organiser's is not an admin of the API, whose calls it has as its rights say", async () => {
		const treasurer = await createUser({ role: "treasurer" });
		expect(await (await app.api("GET", "/api/auth/user", undefined, { as: treasurer })).json()).toMatchObject(
			{
				admin: false,
			},
		);
		const refused = await app.api("GET", "/api/users", undefined, { as: treasurer });
		expect([refused.status, await refused.json()]).toEqual([
			403,
			expect.objectContaining({ msg: "User is not admin" }),
		]);
	});

	test("keeps the flag of the release before equal, whichever of them writes", async () => {
		const { id, email } = await createUser();
		await db.update(users).set({ admin: true }).where(eq(users.id, id));
		expect(await userOf(email)).toMatchObject({ role: "organiser" });
		await db.update(users).set({ admin: false }).where(eq(users.id, id));
		expect(await userOf(email)).toMatchObject({ role: null });
		await db.update(users).set({ role: "organiser" }).where(eq(users.id, id));
		expect(await userOf(email)).toMatchObject({ admin: true });
		await db.update(users).set({ role: "desk" }).where(eq(users.id, id));
		expect(await userOf(email)).toMatchObject({ admin: false, role: "desk" });
	});

	test("stands in the audit log with who did what", async () => {
		const member = await createUser({ role: "scorer" });
		await change(member.id, "scorer", "reporter");
		const [row] = await db
			.select()
			.from(auditLog)
			.where(and(eq(auditLog.subjectId, member.id), eq(auditLog.action, "role.change")));
		expect(row).toMatchObject({
			actorId: organiser.id,
			before: { role: "scorer" },
			after: { role: "reporter" },
		});
	});
});
