import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newestEdition } from "~editions/index";
import { type FakeCloudflare, fakeAccount, fakeCloudflare } from "~test/fakes/cloudflare";
import { prepareDatabase } from "~test/support/move-place";
import { readDeployment } from "../../scripts/deploy/deployment";
import { requireNoCompetition } from "../../scripts/deploy/require-no-competition";
import { openCloudflare } from "../../scripts/lib/cloudflare";
import { queryByName } from "../../scripts/lib/cloudflare-database";
import { run } from "../../scripts/lib/command.mjs";
import { inProject } from "../../scripts/lib/paths.mjs";

/* What imports into the deployment, or exports from it, on a competition day. */

const edition = newestEdition();
const { databases, buckets } = readDeployment();
const { name = "", id = "" } = databases.find(({ binding }) => binding === `DB_${edition.year}`) ?? {};
const noon = `${edition.competition.from}T10:00:00Z`;
const folder = mkdtempSync(join(tmpdir(), "competition-day-"));
let api: FakeCloudflare;

beforeAll(async () => {
	writeFileSync(join(folder, "users.json"), "");
	api = await fakeCloudflare([{ name, uuid: id }], buckets);
	const [database] = api.databases;
	if (!database) throw new Error("The fake has no database.");
	await prepareDatabase(database.d1, edition);
	vi.stubEnv("CLOUDFLARE_API_BASE_URL", api.url);
	vi.stubEnv("CLOUDFLARE_API_TOKEN", "a token of the tests");
	vi.stubEnv("CLOUDFLARE_ACCOUNT_ID", fakeAccount);
});

afterAll(async () => {
	vi.unstubAllEnvs();
	await api.close();
	rmSync(folder, { recursive: true });
});

/** A command on the first competition day. */
function runThen(command: string, ...parameters: string[]) {
	const given = ["scripts/run.mjs", command, ...parameters, "--edition", String(edition.year), "--remote"];
	const day = `--import=${inProject("test/support/day-of-command.mjs")}`;
	const env = { NODE_OPTIONS: day, DAY_OF_COMMAND: noon };
	return run(process.execPath, given, { quiet: true, env });
}

const moved = () => api.calls.filter((call) => /\/(import|export)$/.test(call));

test.each([["backup", "--to", join(folder, "backups")], ["seed"], ["move-in", folder]])(
	"%s waits for the evening, unless the operator has said so",
	async (command, ...parameters) => {
		api.calls.length = 0;
		const { code, output } = await runThen(command, ...parameters);
		expect([code, output]).toEqual([1, expect.stringContaining("say --on-competition-day")]);
		expect(moved()).toEqual([]);
	},
);

test("seed has set the reference data when the operator has said that it may", async () => {
	const database = api.databases[0]?.d1;
	await database?.exec('UPDATE glider_types SET "index" = 1');
	const { code, output } = await runThen("seed", "--on-competition-day");
	expect([code, output]).toEqual([0, expect.stringContaining("is up to date (remote)")]);
	expect(await database?.prepare('SELECT 1 FROM glider_types WHERE "index" = 1').first()).toBeNull();
});

test("a deployment finds the competition where the ids are not noted, by the name of the database; before the first one there is none", async () => {
	const ask = async (databases: readonly { binding: string; name: string; id: string }[]) =>
		requireNoCompetition(
			[edition],
			false,
			queryByName(await openCloudflare(), { databases }),
			new Date(noon),
		);
	const binding = `DB_${edition.year}`;
	await expect(ask([{ binding, name, id: "not noted" }])).rejects.toThrow("--on-competition-day");
	await ask([{ binding, name: `${name}-of-nobody`, id }]);
});
