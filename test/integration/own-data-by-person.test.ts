import { env } from "cloudflare:test";
import { eq, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect } from "vitest";
import { eraseAccount } from "~/lib/accounts/erase-account.server";
import { chosen, writeIds } from "~/lib/content/recipients";
import * as schema from "~db/schema";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { createAdmin, createRegistration, createUser, databaseOf } from "~test/support/factories";
import { evening, upload, uploadBody } from "~test/support/igc";
import { wordsOfAuthors } from "~test/support/own-data-rules";
import { dayOn, test } from "~test/support/world";

const { auditLog, dutyLinks, erasures, igcFileVersions, outlandings, protests, registrations, users } =
	schema;

const db = databaseOf();
const app = createApp({ clock: evening });
const day = dayOn("2025-07-15");

const spot = { position: "49.6543, 15.3321", condition: "hurt", crewOnWay: "on" };
const typed = { place: "U kanárků za vsí", phone: "+420 777 123 987", note: "Volat Kanárkovi" };

interface Person {
	readonly id: string;
	readonly email: string;
}

/** A competitor who starts on the day. */
async function pilot(values: { readonly withdrawnFrom?: string } = {}) {
	const user = await createUser();
	const entry = await createRegistration({ userId: user.id, accepted: true, ...values });
	return { user, entry };
}

async function report(by: Person | null, about: { readonly id: string }, values: object = {}) {
	const fields = { pilot: about.id, day, ...spot, ...typed, ...values };
	expect((await app.post("/outlandings/report", fields, { as: by })).status).toBe(303);
}

const reportsAbout = ({ id }: { readonly id: string }) =>
	db.select().from(outlandings).where(eq(outlandings.registrationId, id));

const sendLog = (by: Person, pilotId: string, name: string, inHeader = "Pilot Letadla") =>
	app.api("POST", "/api/igc", uploadBody(pilotId, day, { pilot: inHeader }, name), { as: by });

async function message(by: Person, to: readonly string[], body: string) {
	const fields = { to: chosen, recipients: writeIds(to), subject: "Zpráva", body, step: "send" };
	expect((await app.post("/users", fields, { as: by })).status).toBe(303);
}

async function erase({ id: userId }: Person) {
	const request = { id: crypto.randomUUID(), userId, tokenVersion: 1 };
	await db.insert(erasures).values({ ...request, createdAt: new Date(evening) });
	expect(await eraseAccount(contextOf({ now: new Date(evening) }), { ...request, by: userId })).toBe(true);
}

async function exported(person: Person) {
	const text = await (await app.post("/user-profile/data", {}, { as: person })).text();
	return JSON.parse(text) as Record<string, Record<string, unknown>[]>;
}

/** Every row of every table as text. */
async function dump(): Promise<string> {
	const names = Object.values(schema)
		.filter((value) => is(value, SQLiteTable))
		.map((table) => getTableConfig(table).name);
	const rows = await Promise.all(names.map((name) => env.DB_2025?.prepare(`SELECT * FROM "${name}"`).all()));
	return JSON.stringify(rows.map((answer) => answer?.results));
}

const blank = { place: null, phone: null, note: null };
/** What a search needs of a report stays. */
const forTheSearch = { latitude: 49.6543, longitude: 15.3321, isHurt: true, crewOnWay: true };

describe("an erasure", () => {
	test("of somebody without an entry blanks the reports about others, and leaves where they are", async ({
		user,
	}) => {
		const { entry } = await pilot();
		await report(user, entry);
		await report(null, entry);
		for (const word of Object.values(typed)) expect(await dump()).toContain(word);
		await erase(user);
		const [theirs, ofAnother] = await reportsAbout(entry);
		expect(theirs).toMatchObject({ createdBy: user.id, ...blank, ...forTheSearch });
		expect(ofAnother).toMatchObject({ createdBy: null, ...typed });
	});

	test("of a competitor blanks what others have reported about the entry, withdrawn or not", async () => {
		for (const values of [{}, { withdrawnFrom: "2025-07-16" }]) {
			const { user, entry } = await pilot(values);
			const other = await pilot();
			await report(other.user, entry);
			await report(user, entry);
			await report(user, other.entry);
			await report(other.user, other.entry);
			await erase(user);
			for (const row of await reportsAbout(entry)) {
				expect(row).toMatchObject({ ...blank, latitude: null, longitude: null, near: null, isHurt: false });
			}
			const [theirs, own] = await reportsAbout(other.entry);
			expect(theirs).toMatchObject({ ...blank, ...forTheSearch });
			expect(own).toMatchObject({ sender: "pilot", ...typed });
		}
	});

	test("of an organiser leaves the reports of the desk, without a name", async () => {
		// The last one stays.
		const [organiser] = [await createAdmin(), await createAdmin()];
		const { entry } = await pilot();
		await report(organiser, entry);
		await erase(organiser);
		expect(await reportsAbout(entry)).toMatchObject([{ sender: "organiser", ...typed, ...forTheSearch }]);
		expect(await dump()).not.toContain(organiser.email);
	});

	test("blanks the names of files that the person sent for others, and leaves what these say", async ({
		user,
	}) => {
		const { entry } = await pilot();
		expect((await sendLog(user, entry.id, "kanarek-u-vody.igc")).status).toBe(201);
		await erase(user);
		expect(await dump()).not.toContain("kanarek-u-vody");
		const [log] = await db.select().from(igcFileVersions).where(eq(igcFileVersions.uploadedBy, user.id));
		expect(log).toMatchObject({
			originalName: "flight.igc",
			receipt: { header: { pilot: "Pilot Letadla" } },
		});
	});

	test("blanks why organisers discarded a log of the person, in the log of actions too", async ({
		admin,
	}) => {
		const { user, entry } = await pilot();
		const { json } = await upload(app, entry.id, day);
		const reason = "Kanárek letěl jindy";
		const fields = { intent: "discard-flight", reason };
		expect((await app.post(`/igc/${json._id}`, fields, { as: admin })).status).toBe(303);
		expect((await dump()).split(reason)).toHaveLength(3);
		expect(JSON.stringify(await exported(user))).toContain(reason);
		await erase(user);
		expect(await dump()).not.toContain(reason);
		const [log] = await db.select().from(igcFileVersions).where(eq(igcFileVersions.igcFileId, json._id));
		expect(log?.discardReason).toBe("–");
	});

	test("blanks messages in the log of actions that name the person, alone or with others", async ({
		admin,
	}) => {
		const [{ user }, other] = [await pilot(), await pilot()];
		await message(admin, [user.id], "Jen kanárkovi");
		await message(admin, [other.user.id, user.id], "Kanárkovi a sousedovi");
		await message(admin, [other.user.id], "Jen sousedovi");
		await erase(user);
		const rows = await db.select().from(auditLog).where(eq(auditLog.action, "message.send"));
		const bodies = rows.map(({ after }) => (after as { body: string } | null)?.body ?? null);
		expect(bodies.slice(-3)).toEqual([null, null, "Jen sousedovi"]);
	});

	test("blanks the protests of an entry that has withdrawn", async () => {
		const { user, entry } = await pilot({ withdrawnFrom: "2025-07-16" });
		const { id } = entry;
		const filed = {
			id: crypto.randomUUID(),
			...{ competitionClassId: entry.competitionClassId, dayId: day, registrationId: id, revision: 1 },
			...{ text: "Kanárek protestuje", feePaid: true, createdAt: new Date(evening) },
		};
		await db.insert(protests).values(filed);
		await erase(user);
		expect(await db.select().from(protests).where(eq(protests.id, filed.id))).toMatchObject([{ text: "–" }]);
		expect(await db.select().from(registrations).where(eq(registrations.id, id))).toMatchObject([
			{ phone: "", aeroclub: "–", withdrawnFrom: "2025-07-16" },
		]);
	});
});

describe("an export", () => {
	test("of somebody without an entry has the reports about others, the files for them and the messages", async ({
		admin,
		user,
	}) => {
		const { entry } = await pilot();
		await report(user, entry);
		await sendLog(user, entry.id, "kanarek-u-vody.igc");
		await message(admin, [user.id, entry.userId], "Oběma");
		const data = await exported(user);
		expect(data.outlandings).toMatchObject([{ registrationId: entry.id, ...typed, ...forTheSearch }]);
		expect(data.igc_file_versions).toMatchObject([{ originalName: "kanarek-u-vody.igc" }]);
		expect(JSON.stringify(data.igc_file_versions)).not.toContain("Pilot Letadla");
		expect(data.audit_log).toContainEqual(
			expect.objectContaining({ action: "message.send", after: expect.objectContaining({ body: "Oběma" }) }),
		);
	});

	test("of a competitor has a log once, whoever has sent it", async ({ user }) => {
		const pilotOfLogs = await pilot();
		await sendLog(pilotOfLogs.user, pilotOfLogs.entry.id, "own.igc");
		expect((await sendLog(user, pilotOfLogs.entry.id, "by-another.igc", "Jiný Pilot")).status).toBe(201);
		const { igc_file_versions: logs } = await exported(pilotOfLogs.user);
		expect(logs?.map(({ originalName }) => originalName).toSorted()).toEqual(["by-another.igc", "own.igc"]);
	});

	test("of an organiser has the messages and duty links of the organiser, and no report of the desk", async () => {
		// The last one stays.
		const [organiser] = [await createAdmin(), await createAdmin()];
		const { entry } = await pilot();
		await report(organiser, entry);
		await message(organiser, [entry.userId], "Od kanárka");
		await db.insert(dutyLinks).values({
			...{ id: crypto.randomUUID(), dayId: day, token: "digest", name: "Startoviště" },
			...{ createdAt: new Date(evening), createdBy: organiser.id },
		});
		const data = await exported(organiser);
		expect(data.duty_links).toMatchObject([{ name: "Startoviště" }]);
		expect(JSON.stringify(data.audit_log)).toContain("Od kanárka");
		expect(data.outlandings).toEqual([]);
	});
});

test("every column that names an account says what becomes of the words of its author", () => {
	const columns = Object.values(schema)
		.filter((value) => is(value, SQLiteTable))
		.flatMap((table) => {
			const { name, foreignKeys } = getTableConfig(table);
			return foreignKeys
				.map((key) => key.reference())
				.filter(({ foreignTable }) => foreignTable === users)
				.flatMap(({ columns }) => columns.map((column) => `${name}.${column.name}`));
		})
		.filter((column) => !column.endsWith(".user_id"));
	expect(Object.keys(wordsOfAuthors).toSorted()).toEqual(columns.toSorted());
});
