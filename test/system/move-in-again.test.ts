import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { fakeAccount, fakeCloudflare } from "~test/fakes/cloudflare";
import {
	contentOf,
	fileOf,
	type MovePlace,
	movePlace,
	prepareDatabase,
	startStores,
} from "~test/support/move-place";
import { dumpInMemory, writeDump } from "~test/support/old-dump";
import { oldSite } from "~test/support/old-site";
import { openRemoteStorage } from "../../scripts/backup/storage";
import { readDeployment } from "../../scripts/deploy/deployment";
import { indexFiles } from "../../scripts/move-in/file-index";
import { workedQuery } from "../../scripts/move-in/finish-move";
import { moveIn } from "../../scripts/move-in/move-in";
import { openDump } from "../../scripts/move-in/open-dump";
import { sumLine } from "../../scripts/move-in/tally";

/* A move that breaks off, that is repeated, that goes into an edition in use, and that goes to Cloudflare. */

const folder = mkdtempSync(join(tmpdir(), "move-in-again-"));
let miniflare: Miniflare;
/** The edition of the shared dump as it moves in at once. */
let whole: MovePlace;

beforeAll(() => {
	miniflare = startStores(["broken", "whole", "DB_2022", "DB_2023"]);
});

afterAll(async () => {
	await miniflare.dispose();
	rmSync(folder, { recursive: true, force: true });
});

const small = { people: 12, logs: 3 };

/** One dump for the tests that need its files. */
const edition = fileOf(2021);
const site = oldSite(edition, small);
const { dump: path, files } = writeDump(folder, site, "json");
const fromFiles = async () => ({ dump: await openDump(path), files: indexFiles(files) });

/** Rows without those that name their time, or have ids by chance. */
function lasting(content: Readonly<Record<string, readonly string[]>>) {
	const { audit_log: _, edition_state: __, d1_migrations: ___, pilot_days: days, ...rest } = content;
	return { ...rest, days: days?.map((row) => row.replace(/"fixed_at":\d+/, "")) };
}

test("a move that broke off at any place goes on, and ends as one that did not", async () => {
	const given = await fromFiles();
	const place = await movePlace(miniflare, edition, folder, "broken");
	let left = 0;
	const breaking = <Arguments extends unknown[]>(call: (...given: Arguments) => Promise<void>) => {
		return async (...args: Arguments) => {
			left -= 1;
			if (left < 0) throw new Error("The line is down");
			await call(...args);
		};
	};
	const storage = {
		...place.storage,
		putFile: breaking(place.storage.putFile),
		importSql: breaking(place.storage.importSql),
	};
	let breaks = 0;
	for (left = 1; ; left = 4 ** breaks) {
		const done = await place.move({ ...given, storage }).catch((error: Error) => error);
		if (!(done instanceof Error)) break;
		expect(done.message).toBe("The line is down");
		breaks += 1;
	}
	expect(breaks).toBeGreaterThan(2);
	const broken = await place.content();
	await place.move(given);
	expect(await place.content()).toEqual(broken);

	whole = await movePlace(miniflare, edition, folder, "whole");
	await whole.move({ ...given, organisers: true });
	await place.move({ ...given, organisers: true });
	expect(lasting(await whole.content())).toEqual(lasting(await place.content()));
	const days = await whole.database.prepare("SELECT count(*) AS n FROM competition_days").first();
	expect(days).toEqual({ n: 9 });
});

describe("an edition in use", () => {
	let place: MovePlace;
	const edition = fileOf(2022);
	const site = oldSite(edition, small);
	const registration = site.collections.registrations?.[6]?._id.toHexString() ?? "";
	const row = (sql: string) => place.database.prepare(sql).first();

	beforeAll(async () => {
		place = await movePlace(miniflare, edition, folder);
	});

	test("is told from one in which nobody has worked", async () => {
		expect(await row(workedQuery)).toEqual({ worked: 0 });
		await place.move({ dump: dumpInMemory(site.collections) });
		expect(await row(workedQuery)).toEqual({ worked: 0 });
		const login = "INSERT INTO audit_log (id, at, action, request_id) VALUES ('1', 0, 'account.login', 'x')";
		await place.database.exec(login);
		expect(await row(workedQuery)).toEqual({ worked: 0 });
		await place.database.exec(login.replace("account.login", "news.add").replace("'1'", "'2'"));
		expect(await row(workedQuery)).toEqual({ worked: 1 });
	});

	test("takes what differs in the dump, and keeps what was changed here", async () => {
		await place.database.exec(
			`UPDATE registrations SET phone = '+420 111 222 333', version = 2 WHERE id = '${registration}'`,
		);
		const entries = site.collections.registrations ?? [];
		const changed = entries.map((entry, index) =>
			index === 5 || index === 6 ? { ...entry, aeroclub: "Nový" } : entry,
		);
		const tallies = await place.move({ dump: dumpInMemory({ ...site.collections, registrations: changed }) });
		expect(sumLine(tallies)).toContain("; 0 new, 1 changed");
		expect(place.printed.join("\n")).toContain(
			`it was changed here since, and stays so: 1 (${registration})`,
		);
		expect(await row(`SELECT phone, aeroclub FROM registrations WHERE id = '${registration}'`)).toEqual({
			phone: "+420 111 222 333",
			aeroclub: "Aeroklub 6",
		});
		expect(await row(`SELECT aeroclub FROM registrations WHERE id = '${entries[5]?._id}'`)).toEqual({
			aeroclub: "Nový",
		});
	});

	test("does not bring back who was erased here", async () => {
		const user = site.collections.registrations?.[7]?.user;
		await place.database.exec(
			`UPDATE users SET name = '–', surname = 'Anonym', email = 'erased@erased.invalid', password_hash = 'erased', erased_at = 1 WHERE id = '${user}'`,
		);
		await place.database.exec(`UPDATE registrations SET phone = '' WHERE user_id = '${user}'`);
		const before = await place.content();
		await place.move({ dump: dumpInMemory(site.collections) });
		const after = await place.content();
		const ids = [String(user), String(site.collections.registrations?.[7]?._id)];
		for (const table of ["users", "registrations", "daily_results", "pilot_days"]) {
			const of = (rows: readonly string[] = []) => rows.filter((one) => ids.some((id) => one.includes(id)));
			expect(of(before[table]), table).not.toEqual([]);
			expect(of(after[table]), table).toEqual(of(before[table]));
		}
		expect(place.printed.join("\n")).toContain("the account was erased here: 1");
	});

	test("gives its classes and days their old ids, with all that refers to them", async () => {
		const used = await movePlace(miniflare, fileOf(2023), folder);
		const [own] = (
			await used.database.prepare("SELECT id FROM competition_days ORDER BY date").all<{ id: string }>()
		).results;
		const [type] = (
			await used.database
				.prepare("SELECT id, type FROM competition_classes WHERE type = 'club'")
				.all<{ id: string }>()
		).results;
		const [glider] = (
			await used.database.prepare("SELECT id FROM glider_types LIMIT 1").all<{ id: string }>()
		).results;
		await used.database.batch(
			[
				"INSERT INTO users (id, email, name, surname, password_hash, created_at, updated_at) VALUES ('here', 'zde@example.com', 'Zde', 'Místní', 'x', 0, 0)",
				`INSERT INTO registrations (id, number, user_id, phone, aeroclub, region_id, glider_type_id, registration_number, start_number, has_engine, competition_class_id, logger, accommodation_type_id, quantity, meals, created_at, updated_at)
					SELECT 'entry', 1, 'here', '', '', (SELECT id FROM regions LIMIT 1), '${glider?.id}', '', 'ZZ', 0, '${type?.id}', '', (SELECT id FROM accommodation_types LIMIT 1), 0, 0, 0, 0`,
				`INSERT INTO pilot_days (day_id, registration_id, status_id, status, status_at, status_by) VALUES ('${own?.id}', 'entry', 'status', 'HOME', 1, 'here')`,
			].map((sql) => used.database.prepare(sql)),
		);
		const other = oldSite(fileOf(2023), small);
		await used.move({ dump: dumpInMemory(other.collections) });
		const [day] = other.collections.competitiondays ?? [];
		const [club] = other.collections.competitionclasses ?? [];
		expect(
			await used.database
				.prepare(
					"SELECT day_id, status, competition_class_id AS flown FROM pilot_days WHERE status_id = 'status'",
				)
				.first(),
		).toEqual({ day_id: String(day?._id), status: "HOME", flown: String(club?._id) });
		const entry = "SELECT number, competition_class_id AS class FROM registrations WHERE id = 'entry'";
		expect(await used.database.prepare(entry).first()).toEqual({ number: 1, class: String(club?._id) });
		expect(
			await used.database.prepare("SELECT day_id FROM competitor_statuses WHERE id = 'status'").first(),
		).toEqual({ day_id: String(day?._id) });
		expect((await used.database.prepare("PRAGMA foreign_key_check").all()).results).toEqual([]);
		// The entries that move in are numbered behind the one that is here.
		expect(
			await used.database
				.prepare("SELECT min(number) AS first FROM registrations WHERE id <> 'entry'")
				.first(),
		).toEqual({ first: 2 });
	});
});

test("at Cloudflare the same statements make the same rows, and the bucket gets the files", async () => {
	const { databases, buckets } = readDeployment();
	const { name = "", id: uuid = "" } = databases.find(({ binding }) => binding === "DB_2021") ?? {};
	const [bucket = ""] = buckets;
	const api = await fakeCloudflare([{ name, uuid }], [bucket]);
	vi.stubEnv("CLOUDFLARE_API_BASE_URL", api.url);
	vi.stubEnv("CLOUDFLARE_API_TOKEN", "a token of the tests");
	vi.stubEnv("CLOUDFLARE_ACCOUNT_ID", fakeAccount);
	try {
		const remote = api.databases[0]?.d1;
		if (!remote) throw new Error("The fake has no database.");
		await prepareDatabase(remote, edition);
		await moveIn({
			...(await fromFiles()),
			...{ edition, storage: await openRemoteStorage(), organisers: true, dryRun: false },
			...{ now: new Date(), leftovers: join(folder, "remote.jsonl"), print: () => {} },
		});
		expect(lasting(await contentOf(remote))).toEqual(lasting(await whole.content()));
		expect(api.buckets.get(bucket)?.size).toBe(7);
	} finally {
		vi.unstubAllEnvs();
		await api.close();
	}
});
