import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sealSecret } from "~/lib/accounts/second-factor/factor-secret.server";
import { terrainKeys } from "~/lib/maps/terrain/terrain-index";
import { editionOfYear, newestEdition } from "~editions/index";
import { backUp, restore } from "../../scripts/backup/backup";
import { openLocalStorage } from "../../scripts/backup/storage";
import { databaseOf } from "../../scripts/database/database-of";
import { prepareAll } from "../../scripts/database/insert-rows";
import { applyMigrations, readMigrations } from "../../scripts/database/migrations";
import { run } from "../../scripts/lib/command.mjs";
import { openedQuery } from "../../scripts/lib/opened-years";
import { inProject } from "../../scripts/lib/paths.mjs";
import { executeLocally } from "../../scripts/local/execute-locally";
import { openLocalState } from "../../scripts/local/local-state";
import { openLocalStores } from "../../scripts/local/local-stores";
import { referenceStatements } from "../../scripts/reference/reference-data";
import { makePlace, servedConfig } from "../../scripts/serve/served-place";

/* An edition between a checkout with a deployment's ids and the folder of `npm run serve`. */

const folder = mkdtempSync(join(tmpdir(), "served-edition-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const moved = 2021;

test("databases stay where they are when a deployment notes its ids", () => {
	const toml = readFileSync(inProject("wrangler.toml"), "utf8");
	const deployed = toml.replace(
		/database_id = "[^"]*"/g,
		'database_id = "0b5c3f9e-9d3c-4a53-9a53-0c9f6d3a1c11"',
	);
	expect(servedConfig(deployed)).toBe(servedConfig(toml));
	expect(servedConfig(deployed)).not.toContain("0b5c3f9e");
});

/** Every row of every table of a year, and the digest of a file. */
async function contentOf(config: string, key: string) {
	const inFolder = join(config, "..");
	const { env, close } = await openLocalState({
		state: join(inFolder, ".wrangler/state"),
		secrets: join(inFolder, ".dev.vars"),
		config,
	});
	const database = databaseOf(env, moved);
	const { results: tables } = await database
		.prepare(
			"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
		)
		.all<{ name: string }>();
	const content: Record<string, unknown> = {};
	for (const { name } of tables)
		content[name] = (await database.prepare(`SELECT * FROM "${name}" ORDER BY 1`).all()).results;
	const bytes = new Uint8Array((await (await env.FILES.get(key))?.arrayBuffer()) ?? new ArrayBuffer(0));
	await close();
	return { content, file: createHash("sha256").update(bytes).digest("hex") };
}

/** A checkout whose wrangler.toml has the ids of a deployment. */
function newCheckout(name: string): string {
	const checkout = join(folder, name);
	mkdirSync(checkout);
	const toml = readFileSync(inProject("wrangler.toml"), "utf8");
	writeFileSync(
		join(checkout, "wrangler.toml"),
		toml.replaceAll('database_id = "local-', 'database_id = "deployed-'),
	);
	writeFileSync(join(checkout, ".dev.vars"), "MODE=local\n");
	return join(checkout, "wrangler.toml");
}

const placeOf = (config: string) => ({
	state: join(config, "../.wrangler/state"),
	secrets: join(config, "../.dev.vars"),
	config,
});

/** Executes statements in the database of the year. @returns the rows of the last one */
async function inDatabase(config: string, sql: string): Promise<Record<string, unknown>[]> {
	return (await executeLocally(placeOf(config), moved, sql)).at(-1) ?? [];
}

async function move(from: string, to: string, stamp: string): Promise<void> {
	const source = await openLocalStorage(from);
	await backUp(source, moved, join(folder, "backups"), stamp);
	await source.close();
	const target = await openLocalStorage(to);
	expect((await restore(target, moved, join(folder, "backups"), stamp)).damaged).toEqual([]);
	await target.close();
}

test("an edition moves into the folder by backup and restore, and back", async () => {
	const edition = editionOfYear(moved);
	if (!edition) throw new Error(`no edition ${moved}`);
	const [checkout, back] = [newCheckout("checkout"), newCheckout("back")];
	const { env, close } = await openLocalState({
		state: join(folder, "checkout/.wrangler/state"),
		secrets: join(folder, "checkout/.dev.vars"),
		config: checkout,
	});
	const database = databaseOf(env, moved);
	await applyMigrations(database, readMigrations(inProject("db/migrations")));
	await database.batch(prepareAll(database, referenceStatements(edition, "corrected", new Date())));
	const bytes = new TextEncoder().encode("logo");
	const sha256 = createHash("sha256").update(bytes).digest("hex");
	const key = `${moved}/logos/${sha256}`;
	await env.FILES.put(key, bytes);
	await database
		.prepare("INSERT INTO logos VALUES (?, ?, 'image/png', ?, 'ready', 0)")
		.bind(sha256, key, bytes.byteLength)
		.run();
	const sealing = { settings: { factorSecret: "the secret of the deployment of before" }, edition };
	const sealed = await sealSecret(sealing, "jana", new Uint8Array(20));
	await database.batch(
		[
			`INSERT INTO edition_settings (key, version, value, changed_at) VALUES ('title', 1, '{"is":"Jiný pohár"}', 0)`,
			"INSERT INTO users (id, email, name, surname, password_hash, created_at, updated_at) VALUES ('jana', 'jana@example.com', 'Jana', 'A', '', 0, 0)",
			`INSERT INTO second_factors (user_id, sealed_secret, last_step, created_at) VALUES ('jana', '${sealed}', 0, 0)`,
		].map((sql) => database.prepare(sql)),
	);
	await close();
	const before = await contentOf(checkout, key);
	const served = makePlace(join(folder, "moved"));
	await move(checkout, served.config, "to");
	expect(await contentOf(served.config, key)).toEqual(before);
	expect(before.file).toBe(sha256);
	// A restore opens no draft, and closes none that is open.
	expect(await inDatabase(served.config, openedQuery)).toEqual([]);
	await inDatabase(served.config, "UPDATE edition_state SET opened_at = 1751371200000");
	const opened = await contentOf(served.config, key);
	await move(served.config, back, "back");
	expect(await contentOf(back, key)).toEqual(opened);
	expect(await inDatabase(back, openedQuery)).toHaveLength(1);
	expect(Object.keys(before.content).length).toBeGreaterThan(30);
}, 300_000);

test("a restore into a folder says what its new secrets lock, and where those of the backup belong", async () => {
	const data = join(folder, "anew");
	const command = ["scripts/run.mjs", "restore", join(folder, "backups/to"), "--data", data];
	const { code, output } = await run(process.execPath, command, { quiet: true });
	expect([code, output]).toEqual([
		0,
		expect.stringContaining("Made a TOKEN_SECRET: everybody logs in again."),
	]);
	expect(output).toContain("Second factors that it does not open: 1;");
	expect(output).toContain(join(data, ".dev.vars"));
});

test("seed works on a folder, by what its organisers have set", async () => {
	const data = join(folder, "moved");
	const config = join(data, "wrangler.toml");
	const indices = 'SELECT name, "index" FROM glider_types ORDER BY id';
	const before = await inDatabase(config, indices);
	await inDatabase(config, 'UPDATE glider_types SET "index" = 50');
	const command = ["scripts/run.mjs", "seed", "--edition", String(moved), "--data", data];
	const { code, output } = await run(process.execPath, command, { quiet: true });
	expect([code, output]).toEqual([0, expect.stringContaining(`Jiný pohár is up to date (${data})`)]);
	expect(await inDatabase(config, indices)).toEqual(before);
});

/** A command on a folder, as an operator runs it. */
const runOn = (data: string, command: string, ...parameters: string[]) =>
	run(process.execPath, ["scripts/run.mjs", command, ...parameters, "--data", data], { quiet: true });

test("a command says in a sentence that a folder has no tables yet, or not the database of an edition that was added", async () => {
	const data = join(folder, "not-started");
	const { config } = makePlace(data);
	// All commands on accounts and on the audit log go the way of these two.
	for (const command of [["verify-audit"], ["grant-admin", "jana@example.com"]] as const) {
		const [name, ...parameters] = command;
		const { code, output } = await runOn(data, name, ...parameters);
		expect(code, output).toBe(1);
		expect(output).toContain(
			"is not there yet, or older than this checkout: the next start of its server brings",
		);
		expect(output).not.toContain("    at ");
	}
	const { year } = newestEdition();
	writeFileSync(config, readFileSync(config, "utf8").replace(`"DB_${year}"`, '"DB_1999"'));
	const added = await runOn(data, "verify-audit", "--edition", String(year));
	expect([added.code, added.output]).toEqual([1, expect.stringContaining(`lacks DB_${year}.`)]);
	expect(added.output).not.toContain("    at ");
	// Every night, until the server is started anew.
	const backup = await runOn(data, "backup", "--to", join(folder, "nightly"));
	expect([backup.code, backup.output]).toEqual([1, expect.stringContaining("Nothing was backed up.")]);
	expect(backup.output).toContain(`${year}: no database or an empty one`);
	expect(backup.output).not.toContain("    at ");
});

test("heights of the ground are stored in a folder", async () => {
	const tile = join(folder, "N49E016.hgt");
	writeFileSync(tile, new Uint8Array(1_201 * 1_201 * 2));
	const data = join(folder, "moved");
	const { code, output } = await run(process.execPath, ["scripts/run.mjs", "terrain", tile, "--data", data], {
		quiet: true,
	});
	expect([code, output]).toEqual([0, expect.stringContaining(`N49E016: stored (${data}, srtm)`)]);
	const { files, close } = await openLocalStores(placeOf(join(data, "wrangler.toml")));
	expect(await files.head(terrainKeys.index)).not.toBeNull();
	await close();
});

test("--remote and --data are two places, of which a command takes one", async () => {
	for (const command of ["backup", "verify-audit", "terrain"]) {
		const { code, output } = await runOn(join(folder, "moved"), command, "--remote");
		expect([code, output]).toEqual([1, expect.stringContaining("say one of them")]);
	}
});

test("commands put and fetch files while another process has the bucket", async () => {
	const { config } = makePlace(join(folder, "busy"));
	const [one, other] = [await openLocalStorage(config), await openLocalStorage(config)];
	const path = join(folder, "file");
	writeFileSync(path, "bytes");
	const sha256 = createHash("sha256").update("bytes").digest("hex");
	const keys = Array.from({ length: 60 }, (_, index) => `2021/igc/${index}`);
	try {
		const put = async (storage: typeof one, from: string) => {
			for (const key of keys) await storage.putFile({ key: key + from, size: 5, sha256 }, path);
		};
		await Promise.all([put(one, "a"), put(other, "b")]);
		for (const key of keys) await other.fetchFile(`${key}a`, join(folder, "fetched"));
		expect(readFileSync(join(folder, "fetched"), "utf8")).toBe("bytes");
	} finally {
		await one.close();
		await other.close();
	}
});
