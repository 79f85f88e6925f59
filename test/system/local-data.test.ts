import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/d1";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reconcileLists } from "~/lib/entries/reconcile-lists.server";
import { editionOfYear } from "~editions/index";
import type { Edition } from "~editions/schema";
import { testEdition } from "~test/support/test-edition";
import { adminRightSql, type RightChange } from "../../scripts/admin/admin-right";
import { resetFactorSql } from "../../scripts/admin/reset-factor";
import { databaseOf } from "../../scripts/database/database-of";
import { prepareAll } from "../../scripts/database/insert-rows";
import { applyMigrations, readMigrations } from "../../scripts/database/migrations";
import { textOf } from "../../scripts/database/sql-text";
import { isEmpty, loadDemo } from "../../scripts/demo/demo-data";
import { inProject } from "../../scripts/lib/paths.mjs";
import { type LocalState, openLocalState } from "../../scripts/local/local-state";
import { referenceStatements } from "../../scripts/reference/reference-data";
import { asSet } from "../../scripts/reference/set-edition";

const migrations = readMigrations(inProject("db/migrations"));
const older = editionOfYear(2023) ?? testEdition;
/** Of a past season: the demo of the newest one takes several times as long. */
const past = editionOfYear(2024) ?? testEdition;
let folder: string;
let local: LocalState;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "local-data-"));
	writeFileSync(join(folder, "secrets.env"), "MODE=local\n");
	local = await openLocalState({ state: folder, secrets: join(folder, "secrets.env") });
	for (const year of [2021, 2022, 2023, 2024]) await applyMigrations(databaseOf(local.env, year), migrations);
});

afterAll(async () => {
	await local.close();
	rmSync(folder, { recursive: true });
});

function count(year: number, table: string): Promise<number | null> {
	return databaseOf(local.env, year).prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n");
}

test("migrations are applied once", async () => {
	expect(await applyMigrations(databaseOf(local.env, 2024), migrations)).toEqual([]);
});

test("a migration that fails leaves nothing behind", async () => {
	const database = databaseOf(local.env, 2022);
	const broken = { name: "9999_broken.sql", statements: ["CREATE TABLE half (id text)", "CREATE nonsense"] };
	await expect(applyMigrations(database, [broken])).rejects.toThrow("9999_broken.sql failed");
	expect(await database.prepare("SELECT name FROM sqlite_master WHERE name = 'half'").first()).toBeNull();
	expect(await applyMigrations(database, migrations)).toEqual([]);
});

test("reference data can be brought up to date again and again and keeps the tasks of days", async () => {
	const database = databaseOf(local.env, 2022);
	const edition = editionOfYear(2022) ?? testEdition;
	await database.batch(prepareAll(database, referenceStatements(edition, "kept", new Date())));
	const gliders = await count(2022, "glider_types");
	await database.batch([
		database.prepare("UPDATE competition_days SET task = 'TASK'"),
		database.prepare('UPDATE glider_types SET "index" = 1'),
	]);

	await database.batch(
		referenceStatements(edition, "corrected", new Date()).map((statement) =>
			database.prepare(textOf(statement)),
		),
	);

	expect(await count(2022, "glider_types")).toBe(gliders);
	expect(await count(2022, "competition_days WHERE task = 'TASK'")).toBe(9);
	expect(await count(2022, 'glider_types WHERE "index" = 1')).toBe(0);
	expect(await database.prepare("SELECT content_version FROM edition_state").first("content_version")).toBe(
		3,
	);
});

test("what organisers have imported and added survives a deployment and is no obstacle to it", async () => {
	const database = databaseOf(local.env, 2022);
	const edition = editionOfYear(2022) ?? testEdition;
	const [gliders, days] = [await count(2022, "glider_types"), await count(2022, "competition_days")];
	await database.batch([
		database.prepare(`UPDATE glider_types SET id = 'imported', "index" = 99.9 WHERE name = 'LS 4'`),
		database.prepare("UPDATE competition_days SET id = 'added' WHERE name = 'Den 9'"),
	]);
	const bringUpToDate = (indices: "kept" | "corrected") =>
		database.batch(prepareAll(database, referenceStatements(edition, indices, new Date())));

	await bringUpToDate("kept");
	expect(await count(2022, `glider_types WHERE id = 'imported' AND "index" = 99.9`)).toBe(1);
	await bringUpToDate("corrected");
	expect(await count(2022, `glider_types WHERE id = 'imported' AND "index" = 105.2`)).toBe(1);
	expect([await count(2022, "glider_types"), await count(2022, "competition_days")]).toEqual([gliders, days]);
});

test("a start and a deployment make the days of the dates that organisers have set, and keep a day with a task", async () => {
	const database = databaseOf(local.env, 2022);
	const edition = editionOfYear(2022) ?? testEdition;
	await database.exec("UPDATE competition_days SET task = 'NO_TASK' WHERE name <> 'Den 1'");
	const values = { "competition.from": "2022-07-16", "competition.to": "2022-07-24" };
	const rows = Object.entries(values).map(([key, is]) => ({ key, value: JSON.stringify({ is }) }));
	const statements = referenceStatements(asSet(edition, rows), "kept", new Date());
	for (const _ of ["first", "again"]) await database.batch(prepareAll(database, statements));
	const { results } = await database
		.prepare("SELECT name, date FROM competition_days ORDER BY date")
		.all<{ readonly name: string; readonly date: string }>();
	expect(results.map(({ name, date }) => `${name} ${date}`)).toEqual([
		"9. 7. 2022-07-09",
		...Array.from({ length: 9 }, (_, index) => `Den ${index + 1} 2022-07-${16 + index}`),
	]);
});

test("a start and a deployment keep the classes of the settings, with the ids and gliders that the browser has given them", async () => {
	const database = databaseOf(local.env, 2021);
	const file = older;
	await database.batch(prepareAll(database, referenceStatements(file, "kept", new Date())));
	const [club] = file.classes;
	if (!club) throw new Error("no class");
	const double = {
		...club,
		type: "double",
		name: { cs: "Dvoumístná", en: "Two-seaters" },
		referenceIndex: 105,
	};
	const classesOf = async () =>
		(
			await database
				.prepare(
					`SELECT id, type, name, reference_index AS reference, (SELECT group_concat(id) FROM (SELECT id FROM glider_types
						WHERE competition_class_type = type ORDER BY id)) AS gliders FROM competition_classes ORDER BY type`,
				)
				.all<{ readonly type: string; readonly gliders: string }>()
		).results;
	const set = (classes: Edition["classes"]) =>
		asSet(file, [{ key: "classes", value: JSON.stringify({ is: classes }) }]);
	const start = async (edition: Edition) => {
		const statements = referenceStatements(edition, "kept", new Date());
		for (const _ of ["first", "again"]) await database.batch(prepareAll(database, statements));
	};

	// What a press of "save" does.
	const added = set([double, ...file.classes]);
	const db = drizzle(database);
	for (const statement of await reconcileLists(db as never, file, added)) await statement;
	const before = await classesOf();
	expect(before.map(({ type }) => type)).toEqual(["18_meter", "club", "double"]);
	expect(before.every(({ gliders }) => gliders !== null)).toBe(true);
	await start(added);
	expect(await classesOf()).toEqual(before);

	// One that nothing uses goes, as the settings say.
	await start(set([club]));
	expect((await classesOf()).map(({ type }) => type)).toEqual(["club"]);
	await start(file);
	expect((await classesOf()).map(({ type }) => type)).toEqual(["18_meter", "club"]);
});

/** A bucket that refuses a file while it still writes another one. */
function oneAtATime(bucket: R2Bucket): R2Bucket {
	let isWriting = false;
	const put = async (...[key, bytes, options]: Parameters<R2Bucket["put"]>) => {
		if (isWriting) throw new Error(`${key} comes while another file is written`);
		isWriting = true;
		const stored = await bucket.put(key, bytes, options);
		isWriting = false;
		return stored;
	};
	return { ...bucket, put } as R2Bucket;
}

test("the demo fills an empty database and puts its files, one after the other, where the rows say", async () => {
	expect(await isEmpty(databaseOf(local.env, 2024))).toBe(true);
	await loadDemo({ ...local.env, FILES: oneAtATime(local.env.FILES) }, past, "none");
	expect(await isEmpty(databaseOf(local.env, 2024))).toBe(false);
	expect(await count(2024, "registrations")).toBeGreaterThan(20);

	const { results } = await databaseOf(local.env, 2024)
		.prepare("SELECT key, size FROM document_versions")
		.all<{ key: string; size: number }>();
	expect(results.length).toBeGreaterThan(0);
	for (const { key, size } of results) expect((await local.env.FILES.head(key))?.size).toBe(size);
});

test("the demo is refused where the mode is not local, and nothing is written", async () => {
	const production = { ...local.env, MODE: undefined };
	await expect(loadDemo(production, older, "none")).rejects.toThrow("local databases only");
	expect(await isEmpty(databaseOf(local.env, 2023))).toBe(true);
});

/** Changes the right of an account. @returns what the command reads about it */
const changeRight = (change: RightChange, email: string) => runSql(adminRightSql(change, email, new Date(0)));

/** @returns what the last statement reads */
async function runSql(sql: string) {
	const database = databaseOf(local.env, 2024);
	const statements = sql.split(";\n");
	const answers = await database.batch<Record<string, unknown>>(
		statements.map((statement) => database.prepare(statement)),
	);
	return answers.at(-1)?.results ?? [];
}

const novice = "email = 'novice@example.com'";

test("the role of organiser is granted once, with one row in the audit log", async () => {
	expect(await changeRight("grant", "Novice@Example.com ")).toMatchObject([
		{ role: "organiser", changed: 1 },
	]);
	expect(await changeRight("grant", "novice@example.com")).toMatchObject([{ role: "organiser", changed: 0 }]);
	expect(await count(2024, `users WHERE ${novice} AND admin = 1 AND token_version = 1`)).toBe(1);
	expect(await count(2024, "audit_log WHERE action = 'user.grant-admin'")).toBe(1);
});

test("an address that nobody has verified gets no right: anybody can sign up with an organiser's", async () => {
	const database = databaseOf(local.env, 2024);
	await database.prepare(`UPDATE users SET verified_at = NULL, admin = 0 WHERE ${novice}`).run();
	expect(await changeRight("grant", "novice@example.com")).toMatchObject([
		{ role: null, verified: 0, changed: 0 },
	]);
	expect(await count(2024, `users WHERE ${novice} AND admin = 1`)).toBe(0);
	expect(await count(2024, "audit_log WHERE action = 'user.grant-admin'")).toBe(1);
	await database.prepare(`UPDATE users SET verified_at = 0 WHERE ${novice}`).run();
});

test("the role of organiser is taken away once, with every session, and nobody else's", async () => {
	await changeRight("grant", "novice@example.com");
	const admins = (await count(2024, "users WHERE admin = 1")) ?? 0;
	expect(await changeRight("revoke", " NOVICE@example.com")).toMatchObject([{ role: null, changed: 1 }]);
	expect(await changeRight("revoke", "novice@example.com")).toMatchObject([{ role: null, changed: 0 }]);
	expect(await count(2024, `users WHERE ${novice} AND admin = 0 AND token_version = 2`)).toBe(1);
	expect(await count(2024, "users WHERE admin = 1")).toBe(admins - 1);
	expect(await count(2024, "users WHERE token_version = 2")).toBe(1);
	const { results } = await databaseOf(local.env, 2024)
		.prepare("SELECT before, after, request_id FROM audit_log WHERE action = 'user.revoke-admin'")
		.all();
	expect(results).toEqual([
		{ before: '{"role":"organiser"}', after: '{"role":null}', request_id: "admin:revoke" },
	]);
});

test("a second factor is reset once, with its recovery codes, passkeys and every session, and nobody else's", async () => {
	const database = databaseOf(local.env, 2024);
	for (const person of ["admin", "pilot"]) {
		const id = `(SELECT id FROM users WHERE email = '${person}@example.com')`;
		await database.batch([
			database.prepare(`INSERT INTO second_factors VALUES (${id}, 'sealed', 0, 0)`),
			database.prepare(`INSERT INTO recovery_codes VALUES ('${person}', ${id}, NULL)`),
			database.prepare(`INSERT INTO passkeys VALUES ('${person}', ${id}, '', '', '', 0, 0, NULL)`),
		]);
	}
	const versions = "SELECT email, token_version FROM users WHERE email LIKE '%@example.com' ORDER BY email";
	const { results: before } = await database
		.prepare(versions)
		.all<{ email: string; token_version: number }>();
	expect(await runSql(resetFactorSql(" Admin@example.com", new Date(0)))).toMatchObject([{ changed: 1 }]);
	expect(await runSql(resetFactorSql("admin@example.com", new Date(0)))).toMatchObject([{ changed: 0 }]);
	expect(await runSql(resetFactorSql("nobody@example.com", new Date(0)))).toEqual([]);
	const { results: after } = await database.prepare(versions).all();
	expect(after).toEqual(
		before.map((row) =>
			row.email === "admin@example.com" ? { ...row, token_version: row.token_version + 1 } : row,
		),
	);
	expect(await count(2024, "second_factors")).toBe(1);
	const left = "SELECT code_hash AS id FROM recovery_codes UNION ALL SELECT id FROM passkeys";
	expect(await database.prepare(left).all()).toMatchObject({ results: [{ id: "pilot" }, { id: "pilot" }] });
	expect(await count(2024, "audit_log WHERE action = 'user.reset-second-factor'")).toBe(1);
});

test("an address with quotes is a value and no SQL", async () => {
	const admins = await count(2024, "users WHERE admin = 1");
	for (const change of ["grant", "revoke"] as const) {
		expect(await changeRight(change, "x' OR '1'='1")).toEqual([]);
		expect(await count(2024, "users WHERE admin = 1")).toBe(admins);
	}
});
