import { env } from "cloudflare:test";
import { eq, inArray } from "drizzle-orm";
import { describe, expect } from "vitest";
import { localMails } from "~/lib/mail/local-mailbox.server";
import { auditLog, outbox, registrations } from "~db/schema";
import { mailsTo } from "~test/support/accounts";
import { createApp, json } from "~test/support/app";
import { entryBody } from "~test/support/entries";
import { createRegistration, createUser, databaseOf } from "~test/support/factories";
import { testEdition } from "~test/support/test-edition";
import { ids, test } from "~test/support/world";

const app = createApp({ clock: "2025-04-02T10:00:00Z" });
const db = databaseOf();

describe("entering", () => {
	test("the answer is the entry in the contract's shape", async ({ user }) => {
		const response = await app.api("POST", "/api/registration", entryBody(ids), { as: user });
		expect(response.status).toBe(201);
		expect(await json(response)).toEqual({
			_id: expect.any(String),
			birthDate: "1980-05-17",
			phone: "+420 601 234 567",
			aeroclub: "Aeroklub Hůrka",
			region: { _id: ids.region, name: "Morava" },
			glider: {
				gliderType: {
					_id: ids.clubGlider,
					name: "LS 4",
					index: 105.2,
					competitionClassType: "club",
					handicap: 1.052,
				},
				registrationNumber: "OK-4708",
				startNumber: "7K",
				hasEngine: true,
			},
			competitionClass: { _id: ids.club, name: "Klub", type: "club" },
			logger: "LX 9000 12345",
			accomodation: { accomodationType: { _id: ids.camp, name: "Kemp" }, quantity: 2 },
			meals: 1,
			note: "Přijedu v pátek.",
			accepted: false,
			paid: false,
			isReserve: false,
			createdAt: "2025-04-02T10:00:00.000Z",
			updatedAt: "2025-04-02T10:00:00.000Z",
		});
		const own = await app.api("GET", "/api/registration", undefined, { as: user });
		expect(own.status).toBe(200);
		expect(await json(own)).toMatchObject({ phone: "+420 601 234 567", meals: 1 });
	});

	test("numbers as text, absent and empty values and unknown keys are taken leniently", async ({ user }) => {
		const { birthDate: _, note: __, ...body } = entryBody(ids);
		const response = await app.api(
			"POST",
			"/api/registration",
			{
				...body,
				_id: "mine",
				admin: true,
				phone: "  +420\u00a0601  234 567 ",
				glider: { gliderType: ids.clubGlider, registrationNumber: " OK  4708 ", startNumber: " ab1 " },
				accomodation: { accomodationType: ids.camp, quantity: "3" },
				meals: "2,0",
				birthDate: "",
			},
			{ as: user },
		);
		expect(response.status).toBe(201);
		const entry = await json(response);
		for (const name of ["birthDate", "note"]) expect(entry).not.toHaveProperty(name);
		expect(entry).toMatchObject({
			phone: "+420 601 234 567",
			glider: { registrationNumber: "OK-4708", startNumber: "AB1", hasEngine: false },
			accomodation: { quantity: 3 },
			meals: 2,
		});
	});

	test("what organisers decide is never read from a competitor", async ({ user }) => {
		const sneaky = {
			...entryBody(ids),
			accepted: true,
			paid: true,
			isReserve: true,
			registrationCompleted: true,
			igcId: 7,
			userId: "somebody",
			number: 99_999,
		};
		const decided = {
			accepted: false,
			paid: false,
			isReserve: false,
			registrationCompleted: false,
			igcId: null,
		};
		await app.api("POST", "/api/registration", sneaky, { as: user });
		const [entered] = await db.select().from(registrations).where(eq(registrations.userId, user.id));
		expect(entered).toMatchObject(decided);
		await app.api("PUT", "/api/registration", { ...sneaky, aeroclub: "Jinde" }, { as: user });
		const [updated] = await db.select().from(registrations).where(eq(registrations.userId, user.id));
		expect(updated).toMatchObject({ ...decided, aeroclub: "Jinde", number: entered?.number });
	});

	test("of 20 equal entries at once one is made and the others are told so", async ({ user }) => {
		const responses = await Promise.all(
			Array.from({ length: 20 }, () => app.api("POST", "/api/registration", entryBody(ids), { as: user })),
		);
		const statuses = responses.map(({ status }) => status).sort();
		expect(statuses).toEqual([201, ...Array(19).fill(400)]);
		const refused = responses.find(({ status }) => status === 400);
		expect(refused && (await json(refused))).toEqual({ msg: "Registration already exists by this user" });
		expect(await db.$count(registrations, eq(registrations.userId, user.id))).toBe(1);
		expect(await db.$count(outbox, eq(outbox.userId, user.id))).toBe(1);
	});

	test("entries of many at once get numbers of their own", async () => {
		const users = await Promise.all(Array.from({ length: 8 }, () => createUser()));
		await Promise.all(users.map((as) => app.api("POST", "/api/registration", entryBody(ids), { as })));
		const rows = await db
			.select({ number: registrations.number })
			.from(registrations)
			.where(
				inArray(
					registrations.userId,
					users.map(({ id }) => id),
				),
			);
		expect(new Set(rows.map(({ number }) => number)).size).toBe(8);
	});

	test("the competitor and each organiser get a mail in their language, and the audit log a row", async () => {
		const user = await createUser({ language: "en", name: "Ota", surname: "Ševčík" });
		const response = await app.api("POST", "/api/registration", entryBody(ids), { as: user });
		const { _id } = await json(response);
		const mails = await db.select().from(outbox);
		const mine = mails.filter((mail) => JSON.stringify(mail.payload).includes(_id));
		expect(mine.map(({ kind, recipient, language }) => [kind, recipient, language]).sort()).toEqual([
			["entry-submitted", user.email, "en"],
			...testEdition.organiserEmails.toSorted().map((to) => ["entry-submitted-organisers", to, "cs"]),
		]);
		const [audit] = await db.select().from(auditLog).where(eq(auditLog.subjectId, _id));
		expect(audit).toMatchObject({ action: "registration.enter", actorId: user.id, before: null });
		expect(audit?.after).toMatchObject({ startNumber: "7K" });
	});

	test("an address that nobody has verified gets nothing that was typed", async () => {
		const user = await createUser({ name: "https://evil.example", surname: "Výhra", verifiedAt: null });
		await app.api("POST", "/api/registration", entryBody(ids), { as: user });
		const [mail, ...others] = await mailsTo(user.email);
		expect(others).toEqual([]);
		expect(mail?.text).toContain("/registration");
		expect(mail?.text).not.toMatch(/evil|Výhra|7K/);
	});
});

test("the form's lists are in Czech order, with handicaps", async () => {
	const response = await app.api("GET", "/api/registration/form");
	expect(response.status).toBe(200);
	const lists = await json(response);
	const names = (rows: { name: string }[]) => rows.map(({ name }) => name);
	expect(names(lists.regions)).toEqual(["Čechy 1.", "Čechy 2.", "Morava", "Německo", "Rakousko"]);
	expect(lists.competitionClasses).toEqual([
		{ _id: ids.club, name: "Klub", type: "club" },
		{ _id: ids.kombi, name: "Kombi", type: "18_meter" },
	]);
	expect(names(lists.accomodationTypes)).toEqual(["Děkuji, nemám zájem", "Kemp", "Ubytovna"]);
	expect(lists.gliderTypes).toContainEqual({
		_id: ids.kombiGlider,
		name: "Ventus 3 18 m",
		index: 123.2,
		competitionClassType: "18_meter",
		handicap: 1.12,
	});
	expect(names(lists.gliderTypes).indexOf("LS 4")).toBeLessThan(
		names(lists.gliderTypes).indexOf("LS 10 18 m"),
	);
});

test("mails about entries read as they should, in the recipient's language", async ({ admin }) => {
	const user = await createUser({ language: "en", name: "Ota", surname: "Ševčík" });
	const entry = await createRegistration({ userId: user.id });
	const path = `/api/registration/${entry.id}/quick-actions`;
	await app.api("PUT", path, { accepted: true }, { as: admin });
	const ctx = { files: env.FILES, edition: { year: 2025 } };
	const mails = await localMails(ctx as unknown as Parameters<typeof localMails>[0]);
	const mail = mails.find(({ to }) => to === user.email);
	expect(mail?.subject).toBe("Your entry has been accepted – Glider Cup 2025");
	expect(mail?.text).toContain("http");
	expect(mail?.text).toContain("/registration");
	expect(mail?.text).toContain("entry fee");
	expect(mail?.text).toContain("Ota Ševčík");
});
