import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { editions, newestEdition } from "~editions/index";
import { type FakeCloudflare, fakeAccount, fakeCloudflare, fakeZone } from "~test/fakes/cloudflare";
import { copySources } from "~test/support/checkout";
import { storeLogs } from "~test/support/stored-logs";
import { hostsOf } from "../../scripts/deploy/deployment";
import { secretsFile } from "../../scripts/deploy/kept-secrets";
import { inProject } from "../../scripts/lib/paths.mjs";

/*
 * `npm run deploy`, `backup`, `restore` and wrangler as an operator runs them, from a checkout of its own to a fake of Cloudflare that runs
 * what it was given: the first deployment, the next one, a backup and its restore into a new database, a bad deployment and the way back
 * that docs/operations.md names.
 */

const folder = mkdtempSync(join(tmpdir(), "deployment-"));
const worker = "glidercup";
const health = "/api/health";
let api: FakeCloudflare;

const git = (...parameters: string[]) =>
	execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...parameters], {
		cwd: folder,
		encoding: "utf8",
	}).trim();

function commit(message: string): string {
	git("add", "--all");
	git("commit", "--quiet", "--message", message);
	return git("rev-parse", "HEAD");
}

/** Replaces a text in a file of the checkout. */
function change(file: string, text: string, by: string): void {
	const path = join(folder, file);
	const before = readFileSync(path, "utf8");
	expect(before).toContain(text);
	writeFileSync(path, before.replace(text, by));
}

/** Stands for the bundler of the checkout, as a build takes long: the project's build, by the commit of the checkout and as bad as its server.ts. */
const bundler = `import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";

const worker = "build/server/index.js";
cpSync(${JSON.stringify(inProject("build"))}, "build", { recursive: true });
const commit = execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).trim();
const code = readFileSync("server.ts", "utf8").includes("bad")
	? "export class LivePositions {} export default { fetch() { throw new Error('bad'); } };"
	: readFileSync(worker, "utf8").replace(/commit:"\\w+"/, 'commit:"' + commit + '"');
writeFileSync(worker, code);
`;

beforeAll(async () => {
	copySources(folder);
	writeFileSync(join(folder, "bundler.mjs"), bundler);
	change("scripts/lib/build.ts", '"@remix-run/dev/dist/cli.js"', '"../bundler.mjs"');
	api = await fakeCloudflare([], []);
	writeFileSync(
		join(folder, ".gitignore"),
		"node_modules\nbuild\n.cache\n.wrangler\n.secrets.env\nbackups\n",
	);
	change("wrangler.toml", 'PUBLIC_DOMAIN = "glidercup.example"', `PUBLIC_DOMAIN = "${fakeZone}"`);
	change("wrangler.toml", "<noreply@glidercup.example>", `<noreply@${fakeZone}>`);
	git("init", "--quiet", "--initial-branch=main");
	commit("begin");
});

afterAll(async () => {
	await api.close();
	rmSync(folder, { recursive: true });
});

/** Runs a command in the checkout, as the operator who has no terminal. @param input what is typed into it */
function runThere(
	program: string,
	parameters: readonly string[],
	{ input = "", day }: { readonly input?: string; readonly day?: string } = {},
) {
	// Nor what `npm run test:soak` has set for its own commands: wrangler would keep its answers to itself.
	const { NODE_ENV: _, VITEST: __, WRANGLER_LOG: ___, ...environment } = process.env;
	const imported = ["site-of-fake", ...(day ? ["day-of-command"] : [])];
	const env = {
		...environment,
		CLOUDFLARE_API_BASE_URL: api.url,
		CLOUDFLARE_API_TOKEN: "a token of the tests",
		CLOUDFLARE_ACCOUNT_ID: fakeAccount,
		WRANGLER_SEND_METRICS: "false",
		NODE_OPTIONS: imported.map((file) => `--import=${inProject(`test/support/${file}.mjs`)}`).join(" "),
		DAY_OF_COMMAND: day ?? "",
		SITE_OF_FAKE: `https://${fakeZone}/`,
		FAKE_SITE: `${api.url}/site/`,
		...{ GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@example.com" },
	};
	return new Promise<{ code: number; output: string }>((resolve) => {
		const child = execFile(program, parameters, { cwd: folder, env }, (error, stdout, stderr) =>
			resolve({ code: error ? 1 : 0, output: stdout + stderr }),
		);
		child.stdin?.end(input);
	});
}

const command = (name: string, ...parameters: string[]) =>
	runThere("npm", ["run", name, "--", ...parameters]);
const deploy = (...flags: string[]) => command("deploy", ...flags);
const wrangler = (parameters: string, input = "") =>
	runThere("npx", ["wrangler", ...parameters.split(" ")], { input });

/** What visitors are told, and the commit that the health names. */
async function siteNow() {
	const asked = (await api.site(worker, health)) as { status: number; text: string };
	return { status: asked.status, commit: /"commit":"(\w+)"/.exec(asked.text)?.[1] ?? null };
}

const callsOf = (part: string) => api.calls.filter((call) => call.includes(part));

/** Refuses a call from now on. */
function refuse(part: string, times = Number.POSITIVE_INFINITY): void {
	let left = times;
	api.interrupt = (call) => (call.includes(part) && left-- > 0 ? { status: 400, text: "broken off" } : null);
}

let first = "";

test("a first deployment that breaks off thrice goes on where it was, and ends with a site that answers", async () => {
	const untold = await deploy();
	expect([untold.code, untold.output]).toEqual([
		1,
		expect.stringContaining("do not lead to this Worker yet"),
	]);
	expect(api.databases.map(({ name }) => name)).toEqual(editions.map(({ year }) => `glidercup-${year}`));
	expect(readFileSync(join(folder, "wrangler.toml"), "utf8")).not.toContain("local-20");
	expect(callsOf("/import")).not.toEqual([]);

	api.calls.length = 0;
	refuse(`PUT /workers/scripts/${worker}`);
	expect((await deploy("--take-hosts")).code).toBe(1);
	expect(
		callsOf("POST /d1/database/").filter((call) => call.endsWith("/import")),
		"data are there",
	).toEqual([]);
	const secrets = readFileSync(join(folder, secretsFile), "utf8");
	expect((statSync(join(folder, secretsFile)).mode & 0o777).toString(8)).toBe("600");

	refuse("/schedules");
	expect((await deploy("--take-hosts")).code).toBe(1);
	api.interrupt = () => null;
	const done = await deploy("--take-hosts");
	expect(done.code, done.output).toBe(0);
	first = git("rev-parse", "HEAD");
	expect(readFileSync(join(folder, secretsFile), "utf8")).toBe(secrets);
	const kept = api.workers.active(worker)?.secrets;
	expect(Object.entries(kept ?? {}).map((pair) => `${pair.join("=")}\n`)).toEqual(secrets.match(/.+\n/g));
	expect([...api.around.domains.keys()].sort()).toEqual(hostsOf(fakeZone, editions).sort());
	expect(api.workers.workers.get(worker)?.crons).toEqual(["* * * * *", "*/5 * * * *"]);
	expect(api.workers.workers.get(worker)?.versions.map(({ migrationTag }) => migrationTag)).toEqual([
		"v1",
		"v1",
	]);
	expect(await siteNow()).toEqual({ status: 200, commit: first });
	expect(git("tag", "--list", "deployed-*").split("\n")).toHaveLength(1);
	expect(git("diff", "--name-only")).toBe("wrangler.toml");
}, 1_200_000);

let good = "";

test("the next one uploads a version and leaves the rest alone; an older checkout is refused", async () => {
	commit("note ids and hosts");
	writeFileSync(join(folder, "NOTES.md"), "Notes\n");
	good = commit("add notes");
	api.calls.length = 0;
	const noted = readFileSync(join(folder, "wrangler.toml"), "utf8");
	writeFileSync(
		join(folder, "wrangler.toml"),
		noted.replace(/database_id = "[^"]*"/g, 'database_id = "local-1"'),
	);
	const day = `${newestEdition().competition.from}T10:00:00Z`;
	const flying = await runThere("npm", ["run", "deploy"], { day });
	expect([flying.code, flying.output], "whose ids are not noted").toEqual([
		1,
		expect.stringContaining("say --on-competition-day"),
	]);
	writeFileSync(join(folder, "wrangler.toml"), noted);
	const done = await deploy();
	expect(done.code, done.output).toBe(0);
	expect(done.output).toContain("add notes");
	const again = ["/import", "POST /r2", `PUT /workers/scripts/${worker}`].flatMap(callsOf);
	expect(again.filter((call) => !/(schedules|records)$/.test(call))).toEqual([]);
	expect(
		callsOf("POST /workers/assets/upload").length,
		"the assets that have changed alone",
	).toBeLessThanOrEqual(2);
	expect(await siteNow()).toEqual({ status: 200, commit: good });

	git("checkout", "--quiet", `${good}~1`);
	api.calls.length = 0;
	const older = await deploy();
	expect([older.code, older.output]).toEqual([1, expect.stringContaining("is no part of this one")]);
	expect(api.calls.filter((call) => !call.startsWith("GET "))).toEqual([]);
	git("checkout", "--quiet", "main");
}, 600_000);

/** Every row of every table. */
async function rowsOf(database: D1Database | undefined): Promise<Record<string, unknown[]>> {
	if (!database) throw new Error("There is no such database.");
	const listed = await database
		.prepare(
			"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf*' AND name NOT GLOB 'sqlite_*'",
		)
		.all<{ readonly name: string }>();
	const names = listed.results.map(({ name }) => name);
	const read = await database.batch(
		names.map((name) => database.prepare(`SELECT * FROM "${name}" ORDER BY 1`)),
	);
	return Object.fromEntries(names.map((name, at) => [name, read[at]?.results ?? []]));
}

/** The folder of the last backup. */
const lastBackup = () => {
	const [newest = ""] = readdirSync(join(folder, "backups"))
		.filter((name) => name !== "files")
		.sort()
		.reverse();
	return join("backups", newest);
};

test("a backup of 600 logs and its restore into a new database break off and go on; the deployment with it answers", async () => {
	const { year } = newestEdition();
	const name = `glidercup-${year}`;
	const databaseNamed = (wanted: string) => api.databases.find((database) => database.name === wanted);
	const [bucket] = api.buckets.values();
	const logs = 600;
	const original = databaseNamed(name);
	if (!original || !bucket) throw new Error("Nothing is deployed.");
	await storeLogs(original.d1, logs, (key, bytes) => bucket.set(key, bytes));
	const rows = await rowsOf(original.d1);
	const ofYear = ["--edition", String(year), "--remote"];

	let left = logs / 2;
	api.interrupt = (call) =>
		call.startsWith("GET /r2/") && left-- <= 0 ? { status: 403, text: "broken off" } : null;
	expect((await command("backup", ...ofYear)).output).toContain("403 broken off");
	api.interrupt = () => null;
	const backup = await command("backup", ...ofYear);
	expect([backup.code, backup.output]).toEqual([
		0,
		expect.stringMatching(new RegExp(`database, ${logs} files \\((2|3)\\d\\d new\\)`)),
	]);

	const textsOf = () => [...bucket].map(([key, bytes]) => `${key} ${new TextDecoder().decode(bytes)}`).sort();
	const files = textsOf();
	bucket.clear();
	const created = await wrangler(`d1 create ${name}-restored`);
	expect(created.code, created.output).toBe(0);
	change("wrangler.toml", `"${name}"`, `"${name}-restored"`);
	change("wrangler.toml", original.uuid, databaseNamed(`${name}-restored`)?.uuid ?? "");
	const restore = () => command("restore", lastBackup(), ...ofYear);
	left = logs / 2;
	api.interrupt = (call) =>
		call.startsWith("PUT /r2/") && left-- <= 0 ? { status: 403, text: "broken off" } : null;
	expect((await restore()).output).toContain("403 broken off");
	const put = bucket.size;
	expect(put).toBeGreaterThanOrEqual(logs / 2 - 6);
	// The schema takes two calls, and so do the rows: their upload is begun, and then lost.
	left = 3;
	api.interrupt = (call) =>
		call.endsWith("/import") && left-- <= 0 ? { status: 403, text: "broken off" } : null;
	api.calls.length = 0;
	expect((await restore()).output).toContain("403 broken off");
	expect(callsOf("PUT /r2/")).toHaveLength(logs - put);
	api.interrupt = () => null;
	api.calls.length = 0;
	const restored = await restore();
	expect([restored.code, restored.output]).toEqual([0, expect.stringContaining(`database, ${logs} files`)]);
	expect(callsOf("PUT /r2/")).toEqual([]);
	const copy = databaseNamed(`${name}-restored`)?.d1;
	expect(await rowsOf(copy)).toEqual(rows);
	expect(textsOf()).toEqual(files);
	expect(await copy?.prepare("PRAGMA foreign_keys").first(), "parents come first").toEqual({
		foreign_keys: 1,
	});
	const again = await restore();
	expect([again.code, again.output]).toEqual([1, expect.stringContaining("is not empty")]);

	const rehearsed = await command("restore", lastBackup(), ...ofYear, "--rehearse");
	expect([rehearsed.code, rehearsed.output]).toEqual([0, expect.stringContaining("is what was backed up")]);
	expect(databaseNamed(`${name}-restored-rehearsal`)).toBeUndefined();
	good = commit("take the restored database");
	const done = await deploy();
	expect(done.code, done.output).toBe(0);
	expect(await siteNow()).toEqual({ status: 200, commit: good });
	const bound = api.workers.active(worker)?.metadata.bindings.find((one) => one.name === `DB_${year}`);
	expect(bound?.id).toBe(databaseNamed(`${name}-restored`)?.uuid);
}, 1_200_000);

test("a bad deployment is rolled back as the runbook says, also over a changed secret, and mended", async () => {
	change(
		"server.ts",
		"export default createWorker(build);",
		'export default { fetch() { throw new Error("bad"); } };',
	);
	const bad = commit("break the site");
	const done = await deploy();
	expect(done.code, done.output).toBe(0);
	expect(await siteNow()).toEqual({ status: 500, commit: null });
	git("checkout", "--quiet", `${bad}~1`);
	const older = await deploy();
	expect([older.code, older.output], "a site that does not say its commit").toEqual([
		1,
		expect.stringContaining(`${bad.slice(0, 12)}, is no part of this one`),
	]);
	git("checkout", "--quiet", "main");

	const back = await wrangler("rollback");
	expect(back.code, back.output).toBe(0);
	expect(await siteNow()).toEqual({ status: 200, commit: good });
	expect(api.workers.workers.get(worker)?.crons).toHaveLength(2);

	const refused = await wrangler("secret put RESEND_API_KEY", "key");
	expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("isn't currently deployed")]);

	// As when a secret was put between the bad deployment and the way back.
	expect((await deploy("--force", "again")).code).toBe(0);
	const put = await wrangler("secret put RESEND_API_KEY", "key");
	expect(put.code, put.output).toBe(0);
	await wrangler("rollback");
	expect((await siteNow()).commit, "the version before is the bad one without the secret").toBeNull();
	const list = await wrangler("deployments list");
	expect(list.code, list.output).toBe(0);
	const [id] =
		list.output
			.split("(100%) ")
			.find((one) => one.includes(good))
			?.split(/\s/) ?? [];
	const further = await wrangler(`rollback ${id}`);
	expect(further.code, further.output).toBe(0);
	expect(await siteNow()).toEqual({ status: 200, commit: good });

	git("revert", "--no-edit", bad);
	const mended = await deploy();
	expect(mended.code, mended.output).toBe(0);
	expect(await siteNow()).toEqual({ status: 200, commit: git("rev-parse", "HEAD") });
}, 1_200_000);
