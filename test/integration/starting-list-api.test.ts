import { env } from "cloudflare:test";
import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect } from "vitest";
import { auditLog, regions, registrations } from "~db/schema";
import { createApp, json } from "~test/support/app";
import { countedDatabase } from "~test/support/counted-database";
import { createAdmin, createRegistration, createUser, databaseOf } from "~test/support/factories";
import { ids, test } from "~test/support/world";

const clock = "2025-07-12T23:30:00Z";
const app = createApp({ clock });
const db = databaseOf();

beforeEach(async () => {
	await db.delete(registrations);
});

const at = (minute: number) => new Date(Date.UTC(2025, 2, 1, 12, minute));

describe("the list that visitors get", () => {
	test("groups by class, starters in natural order of start numbers, reserves by time of entry", async () => {
		const accepted = true;
		await createRegistration({ accepted, startNumber: "12", createdAt: at(1) });
		await createRegistration({ accepted, startNumber: "7K", createdAt: at(2) });
		await createRegistration({ accepted, startNumber: "7", createdAt: at(3) });
		await createRegistration({ accepted, startNumber: "A1", isReserve: true, createdAt: at(9) });
		await createRegistration({ accepted, startNumber: "ZZ", isReserve: true, createdAt: at(4) });
		await createRegistration({ startNumber: "W" });
		const [club, kombi] = await json(await app.api("GET", "/api/starting-list"));
		expect(club).toMatchObject({ _id: ids.club, name: "Klub", type: "club" });
		expect(club.registrations.map(({ startNumber }: { startNumber: string }) => startNumber)).toEqual([
			"7",
			"7K",
			"12",
			"ZZ",
			"A1",
		]);
		expect(kombi).toEqual({ _id: ids.kombi, name: "Kombi", type: "18_meter", registrations: [] });
	});

	test("an entry has the contract's shape and no birth date", async () => {
		const user = await createUser({ name: "Ota", surname: "Ševčík" });
		const entry = await createRegistration({
			userId: user.id,
			accepted: true,
			paid: true,
			gliderTypeId: ids.clubGlider,
			startNumber: "7K",
		});
		const response = await app.api("GET", "/api/starting-list");
		expect(response.status).toBe(200);
		const [club] = await json(response);
		expect(club.registrations).toEqual([
			{
				_id: entry.id,
				fullName: "Ota Ševčík",
				birthDate: null,
				aeroclub: "Aeroklub Hůrka",
				startNumber: "7K",
				gliderType: "LS 4 (105.2)",
				registrationNumber: entry.registrationNumber,
				paid: true,
				accepted: true,
				isReserve: false,
				registrationCompleted: false,
				competitionClass: "Klub",
			},
		]);
		expect(JSON.stringify(club)).not.toContain("1980-05-17");
	});
});

describe("the organisers' list", () => {
	test("holds every entry, with birth dates, and flags start numbers that stand twice in any class", async () => {
		await createRegistration({ accepted: true, startNumber: "7K" });
		await createRegistration({
			startNumber: "7k",
			competitionClassId: ids.kombi,
			gliderTypeId: ids.kombiGlider,
		});
		await createRegistration({ startNumber: "8" });
		const admin = await createAdmin();
		const [club, kombi] = await json(
			await app.api("GET", "/api/starting-list/all", undefined, { as: admin }),
		);
		expect(
			[...club.registrations, ...kombi.registrations].map((entry) => [
				entry.startNumber,
				entry.accepted,
				entry.duplicateStartNumber,
				entry.birthDate,
			]),
		).toEqual([
			["7K", true, true, "1980-05-17"],
			["8", false, false, "1980-05-17"],
			["7k", false, true, "1980-05-17"],
		]);
	});
});

async function fill(entries: number) {
	for (let i = 0; i < entries; i++)
		await createRegistration({ accepted: i % 3 !== 0, isReserve: i % 5 === 0 });
}

test.each(["/api/starting-list", "/api/starting-list/all", "/api/starting-list/export"])(
	"%s asks the database the same number of times for 2 entries and for 120",
	async (path) => {
		const admin = await createAdmin();
		const askedFor = async (entries: number) => {
			await db.delete(registrations);
			await fill(entries);
			const { binding, asked } = countedDatabase(env.DB_2025 as D1Database);
			const counting = createApp({ clock, env: { DB_2025: binding } });
			const response = await counting.api("GET", path, undefined, { as: admin });
			expect(response.status).toBe(200);
			return asked;
		};
		const few = await askedFor(2);
		expect(await askedFor(120)).toEqual(few);
		expect(few.roundTrips).toBeLessThanOrEqual(3);
	},
);

describe("exports", () => {
	test("the general one holds accepted and waiting entries, dated by Prague time", async ({ admin }) => {
		const user = await createUser({ name: "=cmd()", surname: "Ševčík" });
		await createRegistration({ userId: user.id, accepted: true, paid: true, startNumber: "7", igcId: 12 });
		await createRegistration({ startNumber: "8", isReserve: true, note: 'řekl: "ano";\nale' });
		const response = await app.api("GET", "/api/starting-list/export", undefined, { as: admin });
		expect(response.status).toBe(200);
		expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
		expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="export-2025-07-13.csv"');
		expect(response.headers.get("Cache-Control")).toBe("private, no-store");
		const bytes = new Uint8Array(await response.clone().arrayBuffer());
		expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
		const rows = parse(await response.text(), { bom: true, columns: true });
		expect(rows).toMatchObject([
			{
				name: "'=cmd()",
				surname: "Ševčík",
				phone: "+420 601 234 567",
				region: "Morava",
				startNumber: "7",
				paid: "zaplaceno",
				isReserve: "",
				igcId: "12",
				accomodationQuantity: "2",
			},
			{ startNumber: "8", paid: "nezaplaceno", isReserve: "náhradník", note: 'řekl: "ano";\nale' },
		]);
		const audits = await db.select().from(auditLog).where(eq(auditLog.actorId, admin.id));
		expect(audits.map(({ action }) => action)).toEqual(["starting-list.export"]);
	});

	test.each([
		"/api/starting-list/export",
		`/api/starting-list/export/seeyou/${ids.club}`,
		"/starting-list/export",
		`/starting-list/export/seeyou/${ids.club}`,
	])("%s: HEAD takes nothing away, so the audit log has no row of it", async (path) => {
		const admin = await createAdmin();
		const actions = async () =>
			(await db.select().from(auditLog).where(eq(auditLog.actorId, admin.id))).map(({ action }) => action);
		const token = await app.token(admin);
		const [name, value] = path.startsWith("/api")
			? ["Authorization", `Bearer ${token}`]
			: ["Cookie", `token=${token}`];
		const headers = { [name]: value };
		const ask = (method: string) => app.fetch(new Request(app.url(path), { method, headers }));
		const head = await ask("HEAD");
		expect([head.status, await head.text(), await actions()]).toEqual([200, "", []]);
		expect((await ask("GET")).status).toBe(200);
		expect(await actions()).toHaveLength(1);
	});

	test("the one for SeeYou holds the starters of one class", async ({ admin }) => {
		const user = await createUser({ name: "Jürgen", surname: "Müller" });
		const [austria] = await db.select().from(regions).where(eq(regions.name, "Rakousko"));
		await createRegistration({
			userId: user.id,
			accepted: true,
			gliderTypeId: ids.clubGlider,
			regionId: austria?.id ?? "",
			startNumber: "7K",
			registrationNumber: "OE-5611",
		});
		await createRegistration({ accepted: true, isReserve: true });
		await createRegistration({});
		await createRegistration({
			accepted: true,
			competitionClassId: ids.kombi,
			gliderTypeId: ids.kombiGlider,
		});
		const path = `/api/starting-list/export/seeyou/${ids.club}`;
		const response = await app.api("GET", path, undefined, { as: admin });
		expect(response.headers.get("Content-Disposition")).toBe(
			'attachment; filename="export-see-you-2025-07-13.csv"',
		);
		const rows = parse(await response.text(), { bom: true, columns: true });
		expect(rows).toEqual([
			{
				first_name: "Jürgen",
				last_name: "Müller",
				birth_date: "1980-05-17",
				nationality: "AT",
				civl_id: "0",
				igc_id: "0",
				email: user.email,
				phone: "+420 601 234 567",
				club: "Aeroklub Hůrka",
				team: "",
				sponsors: "",
				aircraft_model: "LS 4",
				contestant_number: "7K",
				aircraft_registration: "OE-5611",
				handicap: "1.0520",
				pure_glider: "True",
				flight_recorders: "LX 9000 12345",
				tag: "",
				not_competing: "False",
				status: "",
				live_track_id: "",
				id_contestant: "-1",
			},
		]);
	});

	test("a class there is none of is not found", async ({ admin }) => {
		const path = "/api/starting-list/export/seeyou/nothing";
		expect((await app.api("GET", path, undefined, { as: admin })).status).toBe(404);
	});
});
