import { once } from "node:events";
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ObjectId, serialize } from "bson";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileOf, prepareDatabase } from "~test/support/move-place";
import { encodeCollection, writeDump } from "~test/support/old-dump";
import { oldSite } from "~test/support/old-site";
import { scaled } from "~test/support/scale";
import { databaseOf } from "../../scripts/database/database-of";
import { run } from "../../scripts/lib/command.mjs";
import { openLocalState } from "../../scripts/local/local-state";
import { moveInCommand } from "../../scripts/move-in/command";
import { makePlace } from "../../scripts/serve/served-place";

/* The command on the folder of `npm run serve`: in a process of its own where that is what is tested. */

const year = 2023;
const edition = fileOf(year);
const folder = mkdtempSync(join(tmpdir(), "move-in-command-"));
const place = makePlace(join(folder, "data"));
const site = oldSite(edition, { people: 12, logs: 3 });
const { dump, files } = writeDump(folder, site, "bson.gz");

/** The command in this process. @returns what it prints, and how it ends */
async function moveIn(...parameters: string[]) {
	const lines: string[] = [];
	const error = await moveInCommand(parameters, (line) => lines.push(line)).catch((one: Error) => one);
	return { error, output: lines.join("\n") };
}

/** Says how much memory the process has taken, in kB, when it ends. */
const told = `process.on("exit", () => console.log("peak", process.resourceUsage().maxRSS))`;
const telling = `--import=data:text/javascript,${encodeURIComponent(told)}`;

/** The command as an operator runs it. */
async function runMoveIn(...parameters: string[]) {
	const given = ["scripts/run.mjs", "move-in", ...parameters];
	const env = { NODE_OPTIONS: telling };
	const { code, output } = await run(process.execPath, given, { quiet: true, env });
	return { code, output, megabytes: Number(/peak (\d+)/.exec(output)?.[1]) / 1024 };
}

const here = ["--edition", String(year), "--data", join(folder, "data")];

async function query(sql: string) {
	const { env, close } = await openLocalState(place);
	const { results } = await databaseOf(env, year).prepare(sql).all();
	await close();
	return results;
}

beforeAll(async () => {
	const { env, close } = await openLocalState(place);
	await prepareDatabase(databaseOf(env, year), edition);
	await close();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
	["nothing", [], "Usage: npm run move-in -- <folder of a dump> --edition <year>"],
	["no edition", [dump], "Usage: npm run move-in"],
	["an edition that is not there", [dump, "--edition", "1999"], "There is no edition 1999"],
	["a folder that is not there", [join(folder, "none"), ...here], "There is no "],
	[
		"a folder of files that is not there",
		[dump, ...here, "--files", join(folder, "none")],
		"There is no folder ",
	],
	[
		"a folder in which no server has begun",
		[dump, ...here.slice(0, 3), join(folder, "none")],
		"start the server",
	],
	["two places", [dump, ...here, "--remote"], "say one of them"],
])("told %s, it answers by a sentence", async (_, parameters, said) => {
	const { error } = await moveIn(...parameters);
	expect(error).toMatchObject({ name: "Stop", message: expect.stringContaining(said) });
});

test("a dry run, the move, and the move again", async () => {
	const users = "SELECT count(*) AS n FROM users";
	const dry = await moveIn(dump, ...here, "--files", files, "--dry-run");
	expect(dry.output).toContain("users: 16 found, 14 taken over (14 new, 0 changed), 2 left out");
	expect(dry.output).toContain("Nothing was written: this was a dry run");
	expect(await query(users)).toEqual([{ n: 0 }]);

	const moved = await moveIn(dump, ...here, "--files", files);
	expect(moved.output).toMatch(
		/Stored\. In all: (\d+) found = \d+ taken over \+ \d+ left out; \d+ new, 43 changed/,
	);
	expect(await query(users)).toEqual([{ n: 14 }]);
	// Nobody said that administrators become organisers.
	expect(await query("SELECT count(*) AS n FROM users WHERE role IS NOT NULL")).toEqual([{ n: 0 }]);
	const audit = await query(
		"SELECT subject_id AS name, after FROM audit_log WHERE action = 'edition.move-in'",
	);
	expect(audit.map(({ name }) => name).sort()).toEqual(Object.keys(site.collections).sort());
	for (const { after } of audit)
		expect(JSON.parse(String(after))).toEqual({
			found: expect.any(Number),
			takenOver: expect.any(Number),
			leftOut: expect.any(Number),
			digest: expect.stringMatching(/^[0-9a-f]{64}$/),
		});
	expect(moved.output).toContain(`leftovers-${year}.jsonl`);

	const again = await moveIn(dump, ...here, "--files", files);
	expect(again.output).toContain("; 0 new, 0 changed");
	expect(await query("SELECT count(*) AS n FROM audit_log")).toEqual([{ n: audit.length }]);
});

test("without the folder of files, documents and logs are left out, and named", async () => {
	const { output } = await moveIn(dump, ...here, "--dry-run");
	expect(output).toMatch(/left out: there is no --files: 6 /);
});

test("an edition in which somebody has worked is left as it is, unless that is meant", async () => {
	await query("INSERT INTO audit_log (id, at, action, request_id) VALUES ('x', 0, 'news.add', 'x')");
	const refused = await moveIn(dump, ...here, "--files", files);
	expect(refused.error).toMatchObject({
		name: "Stop",
		message: expect.stringContaining("Somebody has worked in"),
	});
	const meant = await moveIn(dump, ...here, "--files", files, "--into-used");
	expect(meant.output).toContain("; 0 new, 0 changed");
});

test("a damaged collection is refused before anything is written", async () => {
	const broken = join(folder, "broken");
	mkdirSync(broken);
	for (const [name, docs] of Object.entries(site.collections)) {
		const text = encodeCollection(docs, "json").toString();
		writeFileSync(join(broken, `${name}.json`), name === "trackings" ? text.replace(/\n\{/, "\n{{") : text);
	}
	const before = await query("SELECT count(*) AS n FROM daily_results");
	// As an operator sees it.
	const { code, output } = await runMoveIn(broken, ...here, "--into-used");
	expect([code, output]).toMatchObject([
		1,
		expect.stringContaining("trackings.json, line 2: the document that begins here does not end"),
	]);
	expect(output).not.toContain("    at ");
	expect(output).not.toContain("xctsk");
	expect(await query("SELECT count(*) AS n FROM daily_results")).toEqual(before);
});

/** 500 in the soak tests. */
const size = scaled(500) * 1_000_000;

test("a collection of half a gigabyte is read in pieces", async () => {
	const large = join(folder, "large");
	mkdirSync(large);
	const [author] = site.collections.users ?? [];
	writeFileSync(join(large, "users.bson"), serialize({ ...author }));
	const file = createWriteStream(join(large, "news.bson"));
	let count = 0;
	for (let written = 0; written < size; count += 1) {
		const at = new Date(Date.UTC(2023, 0, 1) + count);
		const item = {
			_id: new ObjectId(),
			title: "Zpráva",
			body: "x".repeat(19_000),
			author: author?._id,
			createdAt: at,
		};
		const bytes = serialize(item);
		written += bytes.length;
		if (!file.write(bytes)) await once(file, "drain");
	}
	file.end();
	await once(file, "finish");
	const { output, megabytes } = await runMoveIn(large, ...here, "--into-used", "--dry-run");
	console.log(`${size / 1e6} MB: ${Math.round(megabytes)} MB of memory`);
	expect(output).toContain(`news: ${count} found, ${count} taken over`);
	expect(megabytes).toBeLessThan(300);
});
