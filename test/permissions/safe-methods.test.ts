import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { sha256Hex } from "~/lib/files/digest";
import { seedReference } from "~test/factories";
import { askSafely, createWorld, matrix } from "./ask";
import { roles, type World } from "./row";

/*
 * GET and HEAD change nothing: every address of the matrix is asked for by everybody, those of writing calls included, and then every
 * table of both editions and the bucket are compared. Logging out has tests of its own; an export leaves its row in the audit log.
 */

const years = [2024, 2025] as const;
const exporting = /^routes\/(api\.)?starting-list_?\.export/;
let world: World;
let known: Record<string, string>;

const addresses = matrix
	.filter(({ route }) => route !== "routes/logout")
	.map((row) => [`${row.route}: ${row.what} (${row.method})`, row] as const);

beforeAll(async () => {
	await seedReference(2024);
	world = await createWorld();
	known = await everything();
});

/** Number of rows and digest of every table, and the keys of the bucket. */
async function everything(): Promise<Record<string, string>> {
	const state: Record<string, string> = {};
	for (const year of years) {
		const database = env[`DB_${year}`];
		if (!database) throw new Error(`no database for ${year}`);
		const tables = await tableNames(database);
		const contents = await database.batch(tables.map((table) => database.prepare(`SELECT * FROM ${table}`)));
		for (const [at, { results }] of contents.entries()) {
			const bytes = new TextEncoder().encode(JSON.stringify(results));
			state[`${year} ${tables[at]}`] = `${results.length} rows, ${await sha256Hex(bytes)}`;
		}
	}
	const { objects } = await env.FILES.list();
	state.files = objects.map(({ key }) => key).join();
	return state;
}

async function tableNames(database: D1Database): Promise<string[]> {
	const { results } = await database
		.prepare(
			"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite*' AND name NOT GLOB '_cf*'",
		)
		.all<{ name: string }>();
	return results.map(({ name }) => name);
}

test("every table is compared", () => {
	for (const year of years) {
		expect(known).toHaveProperty([`${year} users`]);
		expect(known).toHaveProperty([`${year} throttles`]);
	}
	expect(Object.keys(known).length).toBeGreaterThan(40);
});

test.each(addresses)("%s: GET and HEAD change nothing, whoever asks", async (_what, row) => {
	for (const role of roles) {
		for (const method of ["GET", "HEAD"] as const) await askSafely(row, method, role, world);
	}
	const after = await everything();
	if (exporting.test(row.route)) known = { ...known, "2025 audit_log": after["2025 audit_log"] ?? "" };
	expect(after).toEqual(known);
});
