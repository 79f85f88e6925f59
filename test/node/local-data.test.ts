import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { editionOfYear } from "~editions/index";
import { testEdition } from "~test/test-edition";
import { isEmpty, loadDemo } from "../../scripts/lib/demo-data";
import { grantAdminSql } from "../../scripts/lib/grant-admin";
import { prepareAll } from "../../scripts/lib/insert-rows";
import { databaseOf, type LocalState, openLocalState } from "../../scripts/lib/local-state";
import { applyMigrations, readMigrations } from "../../scripts/lib/migrations";
import { inProject } from "../../scripts/lib/paths.mjs";
import { referenceStatements } from "../../scripts/lib/reference-data";
import { textOf } from "../../scripts/lib/sql-text";

const migrations = readMigrations(inProject("db/migrations"));
const older = editionOfYear(2023) ?? testEdition;
let folder: string;
let local: LocalState;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "local-data-"));
	writeFileSync(join(folder, "secrets.env"), "MODE=local\n");
	local = await openLocalState({ state: folder, secrets: join(folder, "secrets.env") });
	for (const year of [2022, 2023, 2025]) await applyMigrations(databaseOf(local.env, year), migrations);
});

afterAll(async () => {
	await local.close();
	rmSync(folder, { recursive: true });
});

function count(year: number, table: string): Promise<number | null> {
	return databaseOf(local.env, year).prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n");
}

test("migrations are applied once", async () => {
	expect(await applyMigrations(databaseOf(local.env, 2025), migrations)).toEqual([]);
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
	await database.batch(prepareAll(database, referenceStatements(edition)));
	const gliders = await count(2022, "glider_types");
	await database.batch([
		database.prepare("UPDATE competition_days SET task = 'TASK'"),
		database.prepare('UPDATE glider_types SET "index" = 1'),
	]);

	await database.batch(referenceStatements(edition).map((statement) => database.prepare(textOf(statement))));

	expect(await count(2022, "glider_types")).toBe(gliders);
	expect(await count(2022, "competition_days WHERE task = 'TASK'")).toBe(9);
	expect(await count(2022, 'glider_types WHERE "index" = 1')).toBe(0);
	expect(await database.prepare("SELECT content_version FROM edition_state").first("content_version")).toBe(
		3,
	);
});

test("the demo fills an empty database and puts its files where the rows say", async () => {
	expect(await isEmpty(databaseOf(local.env, 2025))).toBe(true);
	await loadDemo(local.env, testEdition, "none");
	expect(await isEmpty(databaseOf(local.env, 2025))).toBe(false);
	expect(await count(2025, "registrations")).toBeGreaterThan(20);

	const { results } = await databaseOf(local.env, 2025)
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

test("the right of an administrator is granted once, with one row in the audit log", async () => {
	const database = databaseOf(local.env, 2025);
	for (const email of ["Novice@Example.com ", "novice@example.com"]) {
		await database.batch(
			grantAdminSql(email, new Date(0))
				.split(";\n")
				.map((sql) => database.prepare(sql)),
		);
	}
	expect(await count(2025, "users WHERE email = 'novice@example.com' AND admin = 1")).toBe(1);
	expect(await count(2025, "audit_log WHERE action = 'user.grant-admin'")).toBe(1);
});

test("an address with quotes is a value and no SQL", async () => {
	const database = databaseOf(local.env, 2025);
	const admins = await count(2025, "users WHERE admin = 1");
	const statements = grantAdminSql("x' OR '1'='1", new Date(0)).split(";\n");
	const answers = await database.batch(statements.map((sql) => database.prepare(sql)));
	expect(answers.at(-1)?.results).toEqual([]);
	expect(await count(2025, "users WHERE admin = 1")).toBe(admins);
});
