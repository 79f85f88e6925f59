import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { editions } from "~editions/index";
import { type FakeCloudflare, fakeAccount, fakeCloudflare } from "~test/fakes/cloudflare";
import { publish } from "../../scripts/deploy/deploy-steps";
import { deployedCommit } from "../../scripts/deploy/deployed-commit";
import { readDeployment } from "../../scripts/deploy/deployment";
import { openCloudflare } from "../../scripts/lib/cloudflare";
import { run } from "../../scripts/lib/command.mjs";
import { inProject } from "../../scripts/lib/paths.mjs";
import { uploadedWorker, wrangler } from "../../scripts/lib/wrangler";

/* What a deployment uploads is bundled once more, by wrangler. */

let output: string;
let code: string;
let api: FakeCloudflare | undefined;

afterAll(async () => {
	vi.unstubAllEnvs();
	await api?.close();
});

beforeAll(async () => {
	const rehearsal = await run(process.execPath, ["scripts/run.mjs", "deploy", "--dry-run"], { quiet: true });
	expect(rehearsal.code, rehearsal.output).toBe(0);
	output = rehearsal.output;
	code = readFileSync(inProject(`${uploadedWorker}/index.js`), "utf8");
});

test("a rehearsal of a deployment names what it would do, and wrangler's sum", () => {
	expect(output).toMatch(/apply the migrations to the databases of 2020, /);
	expect(output).toMatch(/Total Upload: .* gzip/);
});

test("what is uploaded is as small as the build, and no closure is named by a call", () => {
	expect(gzipSync(code).byteLength).toBeLessThanOrEqual(1_000_000);
	expect(code).not.toContain("__name(");
});

test("`npm run traces` names files and lines of the sources in the log of a deployed Worker", () => {
	const lines = code.split("\n");
	const positions = lines.flatMap((text, line) =>
		[...text.matchAll(/console\.error\(/g)].map(({ index }) => `index.js:${line + 1}:${index + 1}`),
	);
	const log = positions.map((position) => `{"stack":"at a (${position})"}`).join("\n");
	const mapped = execFileSync(process.execPath, ["scripts/run.mjs", "read-traces"], {
		cwd: inProject(""),
		input: log,
		encoding: "utf8",
	});
	expect(mapped.split("\n")).toHaveLength(positions.length + 1);
	expect(mapped).toMatch(/^\{"stack":"at a \(app\/lib\/http\/log\.server\.ts:6:\d+\)"\}$/m);
});

test("the Worker is uploaded with its map, secrets, assets, schedule and the class of its Durable Object", async () => {
	const deployment = readDeployment();
	const { worker, databases, buckets } = deployment;
	api = await fakeCloudflare(
		databases.map(({ name, id }) => ({ name, uuid: id })),
		buckets,
	);
	vi.stubEnv("CLOUDFLARE_API_BASE_URL", api.url);
	vi.stubEnv("CLOUDFLARE_API_TOKEN", "a token of the tests");
	vi.stubEnv("CLOUDFLARE_ACCOUNT_ID", fakeAccount);
	const cloudflare = await openCloudflare();
	const commit = "0f".repeat(20);
	const nothing = () => {};
	const notes = { report: nothing, noteHosts: nothing, noteDatabaseId: nothing, keepSecrets: () => false };
	const operator = { hasTerminal: false, takesHosts: true, environment: {}, keptSecrets: {} };
	await publish({ deployment, editions, commit, cloudflare, wrangler, ...notes, ...operator }, false);

	const version = api.workers.active(worker);
	expect(Object.keys(version?.secrets ?? {})).toEqual(["TOKEN_SECRET", "FACTOR_SECRET"]);
	expect([...(version?.files.values() ?? [])].map(({ type }) => type)).toContain("application/source-map");
	expect(Object.keys(version?.assets ?? {})).toContain("/favicon.svg");
	expect(version?.migrationTag).toBe("v1");
	expect(api.workers.workers.get(worker)).toMatchObject({
		crons: ["* * * * *", "*/5 * * * *"],
		subdomain: { enabled: false, previews_enabled: false },
	});
	expect(await deployedCommit(cloudflare, worker)).toBe(commit);
});
