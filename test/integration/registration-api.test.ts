import { env } from "cloudflare:test";
import { eq, inArray } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { localMails } from "~/lib/mail/local-mailbox.server";
import { auditLog, editionState, outbox, registrations } from "~db/schema";
import { mailsTo } from "~test/support/accounts";
import { createApp } from "~test/support/app";
import { entryBody, idsOf } from "~test/support/entries";
import {
	createAdmin,
	createRegistration,
	createUser,
	databaseOf,
	seedReference,
} from "~test/support/factories";
import { testEdition } from "~test/support/test-edition";

const app = createApp({ clock: "2025-04-02T10:00:00Z" });
const db = databaseOf();
let ids: ReturnType<typeof idsOf>;

beforeAll(async () => {
	ids = idsOf(await seedReference());
});

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what is tested
const json = async (response: Response): Promise<any> => response.json();

async function contentVersion() {
	return (await db.select().from(editionState))[0]?.contentVersion;
}

describe("entering", () => {
	test("the answer is the entry in the contract's shape", async () => {
		const user = await createUser();
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

	test("numbers as text, absent and empty values and unknown keys are taken leniently", async () => {
		const user = await createUser();
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

	test("what organisers decide is never read from a competitor", async () => {
		const user = await createUser();
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

	test("of 20 equal entries at once one is made and the others are told so", async () => {
		const user = await createUser();
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

describe("bad input", () => {
	const grouped: Record<string, "glider" | "accomodation"> = {
		gliderType: "glider",
		registrationNumber: "glider",
		startNumber: "glider",
		hasEngine: "glider",
		accomodationType: "accomodation",
		quantity: "accomodation",
	};

	function bodyWith(field: string, value: unknown) {
		const body = entryBody(ids);
		const group = grouped[field];
		return group ? { ...body, [group]: { ...body[group], [field]: value } } : { ...body, [field]: value };
	}

	const required = "form.field.required";
	const choice = "form.field.choice";
	const tooLong = "form.field.tooLong";
	/** What `msg` says of a complaint. */
	const sentences: Readonly<Record<string, RegExp>> = {
		[required]: /^The [a-z ]+ is required$/,
		[choice]: /^The [a-z ]+ is not one of the options$/,
		[tooLong]: /^The [a-z ]+ is too long: \d+ characters at most$/,
		"form.field.characters": /^The [a-z ]+ contains characters that are not allowed$/,
		"form.field.date": /^The birth date must be a date, like 2025-07-12$/,
		"form.field.number": /^The [a-z]+ must be a number$/,
		"form.field.range": /^The [a-z]+ must be a whole number from 0 to 99$/,
		"form.field.text": /^The [a-z]+ must be a text$/,
		"form.registration.birthDate.error": /^Enter a date of birth from 1 January 1900 to today$/,
		"form.registration.phone.error": /^The phone must be a phone number$/,
	};
	const cases: [field: string, what: string, value: unknown, key: string][] = [
		...[
			"phone",
			"aeroclub",
			"region",
			"gliderType",
			"registrationNumber",
			"startNumber",
			"competitionClass",
			"logger",
			"accomodationType",
			"quantity",
			"meals",
		].flatMap((field): [string, string, unknown, string][] => [
			[field, "missing", undefined, required],
			[field, "null", null, required],
			[field, "blank", "  ", required],
		]),
		["phone", "letters", "601 abc 567", "form.registration.phone.error"],
		["phone", "8 digits", "12 345 678", "form.registration.phone.error"],
		["phone", "16 digits", "1234567890123456", "form.registration.phone.error"],
		["phone", "plus inside", "420+601234567", "form.registration.phone.error"],
		["phone", "an object", {}, "form.field.text"],
		["aeroclub", "101 characters", "a".repeat(101), tooLong],
		["aeroclub", "a control character", "Aero\u0000klub", "form.field.characters"],
		["aeroclub", "a line break", "Aero\nklub", "form.field.characters"],
		["aeroclub", "a line separator", "Aero\u2028klub", "form.field.characters"],
		["aeroclub", "a character that shows nothing", "Aero\u200Bklub", "form.field.characters"],
		["aeroclub", "nothing to be seen", "\u200D\u200F", "form.field.required"],
		["aeroclub", "an array", ["x"], "form.field.text"],
		["region", "unknown", "nowhere", choice],
		["region", "an object", { _id: "x" }, choice],
		["gliderType", "unknown", "nothing", choice],
		["competitionClass", "unknown", "nothing", choice],
		["accomodationType", "unknown", "nothing", choice],
		["registrationNumber", "33 characters", "O".repeat(33), tooLong],
		["startNumber", "9 characters", "ABCDEFGHI", tooLong],
		["logger", "201 characters", "l".repeat(201), tooLong],
		["note", "2,001 characters", "n".repeat(2_001), tooLong],
		["note", "a lone surrogate", "\ud800", "form.field.characters"],
		["note", "a boolean", true, "form.field.text"],
		["hasEngine", "a word", "maybe", choice],
		["quantity", "a word", "two", "form.field.number"],
		["quantity", "a fraction", 1.5, "form.field.number"],
		["quantity", "negative", -1, "form.field.range"],
		["quantity", "100", 100, "form.field.range"],
		["quantity", "a boolean", true, "form.field.number"],
		["meals", "a word", "two", "form.field.number"],
		["meals", "100", "100", "form.field.range"],
		["birthDate", "no date", "1980-02-30", "form.field.date"],
		["birthDate", "a word", "yesterday", "form.field.date"],
		["birthDate", "tomorrow", "2025-04-03", "form.registration.birthDate.error"],
		["birthDate", "two centuries ago", "1825-04-03", "form.registration.birthDate.error"],
		["version", "a word", "first", "form.field.number"],
	];

	test.each(cases)("%s: %s", async (field, _what, value, key) => {
		const user = await createUser();
		const response = await app.api("POST", "/api/registration", bodyWith(field, value), { as: user });
		expect(response.status).toBe(400);
		const { errors, msg } = await json(response);
		expect(errors).toEqual({ [field]: key });
		expect(msg).toMatch(sentences[key] ?? /^$/);
		expect(await db.$count(registrations, eq(registrations.userId, user.id))).toBe(0);
	});

	test("a glider type of another class is refused", async () => {
		const user = await createUser();
		const body = bodyWith("gliderType", ids.kombiGlider);
		const response = await app.api("POST", "/api/registration", body, { as: user });
		expect(response.status).toBe(400);
		expect((await json(response)).errors).toEqual({ gliderType: "form.registration.gliderType.otherClass" });
	});

	test("several unknown ids are told at once, in the contract's spelling", async () => {
		const user = await createUser();
		const body = { ...bodyWith("accomodationType", "x"), region: "y" };
		const response = await app.api("POST", "/api/registration", body, { as: user });
		expect((await json(response)).errors).toEqual({ region: choice, accomodationType: choice });
	});

	test.each([["[]"], ["null"], ["1"], ['"x"'], ["{"]])("a body that is no object: %s", async (body) => {
		const user = await createUser();
		const headers = { "Content-Type": "application/json", Authorization: `Bearer ${await app.token(user)}` };
		const request = new Request(app.url("/api/registration"), { method: "POST", headers, body });
		expect((await app.fetch(request)).status).toBe(400);
	});

	test("groups that are no objects count as absent", async () => {
		const user = await createUser();
		const body = { ...entryBody(ids), glider: "LS 4", accomodation: null };
		const response = await app.api("POST", "/api/registration", body, { as: user });
		expect(response.status).toBe(400);
		expect(Object.keys((await json(response)).errors).sort()).toEqual([
			"accomodationType",
			"gliderType",
			"quantity",
			"registrationNumber",
			"startNumber",
		]);
	});
});

describe("changing one's own entry", () => {
	test("without an entry there is nothing to change", async () => {
		const user = await createUser();
		const read = await app.api("GET", "/api/registration", undefined, { as: user });
		expect([read.status, await json(read)]).toEqual([
			404,
			{ msg: "Registration does not exist for this user" },
		]);
		const written = await app.api("PUT", "/api/registration", entryBody(ids), { as: user });
		expect([written.status, await json(written)]).toEqual([
			404,
			{ msg: "Registration does not exist for this user" },
		]);
	});

	test("the change is written and the audit row says what was before", async () => {
		const user = await createUser();
		const entry = await createRegistration({ userId: user.id });
		const body = { ...entryBody(ids), aeroclub: "Aeroklub Nový" };
		const response = await app.api("PUT", "/api/registration", body, { as: user });
		expect(response.status).toBe(200);
		expect(await json(response)).toMatchObject({ _id: entry.id, aeroclub: "Aeroklub Nový" });
		const [audit] = await db.select().from(auditLog).where(eq(auditLog.subjectId, entry.id));
		expect(audit).toMatchObject({ action: "registration.update", actorId: user.id });
		expect(audit?.before).toMatchObject({ aeroclub: "Aeroklub Hůrka" });
		expect(audit?.after).toMatchObject({ aeroclub: "Aeroklub Nový" });
		expect(audit?.after).not.toHaveProperty("phone");
	});

	test("visitors' pages are made anew only when an accepted entry changes", async () => {
		const [waiting, accepted] = [await createUser(), await createUser()];
		await createRegistration({ userId: waiting.id });
		await createRegistration({ userId: accepted.id, accepted: true });
		const before = await contentVersion();
		await app.api("PUT", "/api/registration", entryBody(ids), { as: waiting });
		expect(await contentVersion()).toBe(before);
		await app.api("PUT", "/api/registration", entryBody(ids), { as: accepted });
		expect(await contentVersion()).toBe((before ?? 0) + 1);
	});

	test("visitors, who see how many wait in each class, see a waiting entry change its class", async () => {
		const user = await createUser();
		await createRegistration({ userId: user.id });
		const before = (await contentVersion()) ?? 0;
		const body = entryBody(ids);
		const other = { competitionClass: ids.kombi, glider: { ...body.glider, gliderType: ids.kombiGlider } };
		const response = await app.api("PUT", "/api/registration", { ...body, ...other }, { as: user });
		expect(response.status).toBe(200);
		expect(await contentVersion()).toBe(before + 1);
	});

	test("a stale version is refused and nothing is written", async () => {
		const user = await createUser();
		const entry = await createRegistration({ userId: user.id, version: 3 });
		const body = { ...entryBody(ids), version: 2 };
		const response = await app.api("PUT", "/api/registration", body, { as: user });
		expect(response.status).toBe(409);
		const [row] = await db.select().from(registrations).where(eq(registrations.id, entry.id));
		expect(row).toEqual(entry);
	});

	test("of two changes of one version at once only one is written", async () => {
		const user = await createUser();
		await createRegistration({ userId: user.id });
		const changes = ["První", "Druhý"].map((aeroclub) =>
			app.api("PUT", "/api/registration", { ...entryBody(ids), version: 1, aeroclub }, { as: user }),
		);
		expect((await Promise.all(changes)).map(({ status }) => status).sort()).toEqual([200, 409]);
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

test("mails about entries read as they should, in the recipient's language", async () => {
	const admin = await createAdmin();
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
