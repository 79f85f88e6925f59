import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { terrainIndexSchema, terrainKeys } from "~/lib/maps/terrain/terrain-index";
import { type TerrainTile, unpackTile } from "~/lib/maps/terrain/tile";
import { editions } from "~editions/index";
import type { Edition } from "~editions/schema";
import { type FakeCloudflare, fakeAccount, fakeCloudflare } from "~test/fakes/cloudflare";
import { readMigrations } from "../../scripts/database/migrations";
import { demoAccounts } from "../../scripts/demo/people";
import { type Deployer, provideData, provideStorage, publish } from "../../scripts/deploy/deploy-steps";
import {
	hostsAmong,
	placeholderComplaint,
	readDeployment,
	refuseLocalNames,
} from "../../scripts/deploy/deployment";
import { secretsFile } from "../../scripts/deploy/kept-secrets";
import { sampleLines, stillOfSample } from "../../scripts/deploy/sample";
import { inProject } from "../../scripts/lib/paths.mjs";
import { Stop } from "../../scripts/lib/stop.mjs";
import { openRemote } from "../../scripts/terrain/remote-storage";
import { storeTiles } from "../../scripts/terrain/store-tiles";

const [oldest] = editions;
const deployment = readDeployment();
const domain = String(deployment.variables.PUBLIC_DOMAIN);

type Answers = Readonly<Record<string, unknown>>;

/** A deployer whose wrangler and Cloudflare note their calls and answer by the first words of one; an error is thrown. */
function deployerWith(answers: Answers) {
	const calls: string[] = [];
	const ids: Record<string, string> = {};
	const notedHosts: string[] = [];
	const kept: Record<string, string> = {};
	const answer = async (...words: readonly string[]) => {
		const call = words.join(" ");
		calls.push(call);
		const found = Object.entries(answers).find(([start]) => call.startsWith(start))?.[1];
		if (found instanceof Error) throw found;
		return found ?? null;
	};
	const deployer: Deployer = {
		deployment: { ...deployment, databases: deployment.databases.slice(0, 2) },
		editions: [oldest],
		commit: "4711",
		cloudflare: {
			read: (path) => answer("GET", path),
			change: (method, path, body) => answer(method, path, JSON.stringify(body)),
			getObject: async () => null,
			putObject: async () => {},
		},
		environment: {},
		report: () => {},
		hasTerminal: false,
		takesHosts: true,
		keptSecrets: {},
		keepSecrets: (secrets) => {
			Object.assign(kept, secrets);
			return true;
		},
		noteHosts: (hosts) => {
			notedHosts.push(...hosts);
		},
		noteDatabaseId: (binding, id) => {
			ids[binding] = id;
		},
		wrangler: (parameters) => answer("wrangler", ...parameters),
	};
	return { deployer, calls, ids, notedHosts, kept };
}

test("every edition has a database, and there is one bucket", () => {
	expect(deployment.databases.map(({ binding }) => binding)).toEqual(
		editions.map(({ year }) => `DB_${year}`),
	);
	expect(deployment.buckets).toHaveLength(1);
});

test("only a missing database and a missing bucket are created, and ids are noted", async () => {
	const [first, second] = deployment.databases;
	const { deployer, calls, ids } = deployerWith({
		// The API also finds names of which this one is a part.
		[`GET /d1/database?name=${first?.name}`]: [
			{ name: `${first?.name}-rehearsal`, uuid: "id-0" },
			{ name: first?.name, uuid: "id-1" },
		],
		[`GET /d1/database?name=${second?.name}`]: [],
		"POST /d1/database": { name: second?.name, uuid: "id-2" },
	});
	const databases = await provideStorage(deployer);
	expect(calls.filter((call) => call.startsWith("POST"))).toEqual([
		`POST /d1/database {"name":"${second?.name}"}`,
		`POST /r2/buckets {"name":"${deployment.buckets[0]}"}`,
	]);
	expect(ids).toEqual({ DB_2020: "id-1", DB_2021: "id-2" });
	expect([...databases.keys()]).toEqual(["DB_2020", "DB_2021"]);
});

/** A database of 2020 that has all migrations and answers so; it notes what is imported. */
function databaseWith(state: Answers) {
	const imported: string[] = [];
	const names = readMigrations(inProject("db/migrations")).map(({ name }) => ({ name }));
	const execute = async (sql: string) =>
		sql.includes("d1_migrations") ? [names] : [[{ demo: 0, factors: 0, digest: null, ...state }], []];
	const importSql = async (sql: string) => void imported.push(sql);
	const database = { execute, importSql, exportSql: async () => "" };
	return { imported, database, databases: new Map([["DB_2020", database]]) };
}

test("an edition's schema comes before its reference data, which are imported once", async () => {
	const { deployer, calls } = deployerWith({});
	const { imported, database, databases } = databaseWith({});
	const asNew = (sql: string) =>
		sql.includes("d1_migrations")
			? Promise.reject(new Error("no such table: d1_migrations"))
			: database.execute(sql);
	await provideData(deployer, new Map([["DB_2020", { ...database, execute: asNew }]]));
	expect(calls).toEqual(["wrangler d1 migrations apply DB_2020 --remote"]);
	await provideData(deployer, databases);
	expect(calls, "no migration is missing").toHaveLength(1);

	const [, digest] = /SET reference_digest = '(\w{64})'/.exec(imported[0] ?? "") ?? [];
	const later = databaseWith({ digest });
	await provideData(deployer, later.databases);
	expect(later.imported).toEqual([]);
	const moved = { ...oldest.competition, from: "2020-07-01" };
	await provideData({ ...deployer, editions: [{ ...oldest, competition: moved }] }, later.databases);
	expect(later.imported).toHaveLength(1);
	const offline = { ...database, execute: () => Promise.reject(new Error("fetch failed")) };
	await expect(provideData(deployer, new Map([["DB_2020", offline]]))).rejects.toThrow("fetch failed");
});

test("a database with demo accounts does not go online", async () => {
	const { deployer } = deployerWith({});
	const { imported, database } = databaseWith({ demo: 1 });
	const execute = vi.fn(database.execute);
	const databases = new Map([["DB_2020", { ...database, execute }]]);
	await expect(provideData(deployer, databases)).rejects.toThrow("demo accounts");
	for (const { email } of demoAccounts) expect(execute.mock.calls.join()).toContain(email);
	expect(imported).toEqual([]);
});

const secretsOf = (...names: string[]) => ({
	[`GET /workers/scripts/${deployment.worker}/secrets`]: names.map((name) => ({ name })),
});
const bothSecrets = secretsOf("TOKEN_SECRET", "FACTOR_SECRET");

test("the first deployment gets secrets, which are kept before, for every host of the editions", async () => {
	const { deployer, calls, notedHosts, kept } = deployerWith({});
	await publish(deployer, false);
	expect(notedHosts).toEqual([domain, `www.${domain}`, `2020.${domain}`, `api.2020.${domain}`]);
	expect(calls[1]).toMatch(/^wrangler deploy --message 4711 --outdir .* --secrets-file /);
	expect(Object.keys(kept)).toEqual(["TOKEN_SECRET", "FACTOR_SECRET"]);
});

test("a later deployment leaves the secrets alone, and failing to list them is no first deployment", async () => {
	const { deployer, calls } = deployerWith(bothSecrets);
	await publish(deployer, true);
	expect(calls[1]).not.toContain("--secrets-file");

	const offline = deployerWith({ GET: new Stop("fetch failed") });
	await expect(publish(offline.deployer, false)).rejects.toThrow("fetch failed");
	expect(offline.calls).toHaveLength(1);
});

test("databases with second factors ask for the secret by which they were sealed", async () => {
	const { deployer, calls } = deployerWith({});
	await expect(publish(deployer, true)).rejects.toThrow(secretsFile);
	expect(calls).toHaveLength(1);
	const keptSecrets = { TOKEN_SECRET: "aa", FACTOR_SECRET: "bb" };
	let given = "";
	await publish(
		{
			...deployer,
			keptSecrets,
			wrangler: async (parameters) => {
				given = readFileSync(parameters.at(-1) ?? "", "utf8");
			},
		},
		true,
	);
	expect(JSON.parse(given)).toEqual(keptSecrets);
});

test("without a terminal no record of a host is overwritten unless the operator says so; in one, wrangler asks", async () => {
	const answers = {
		...bothSecrets,
		"GET /workers/domains": [{ hostname: domain, service: deployment.worker, zone_id: "z" }],
	};
	const { deployer, calls } = deployerWith(answers);
	await expect(publish({ ...deployer, takesHosts: false }, false)).rejects.toThrow(
		`www.${domain}\n  2020.${domain}`,
	);
	expect(calls.filter((call) => call.startsWith("wrangler"))).toEqual([]);
	await publish(deployer, false);
	const asked: unknown[] = [];
	const wrangler: Deployer["wrangler"] = async (_, options) => asked.push(options);
	await publish({ ...deployer, takesHosts: false, hasTerminal: true, wrangler }, false);
	expect(asked).toEqual([{ asks: true }]);
});

test("the hosts of a Worker are those custom domains of the account that lead to it", () => {
	const domains = [
		{ hostname: "a.cz", service: "glidercup", zone_id: "z" },
		{ hostname: "b.cz", service: "another", zone_id: "z" },
	];
	expect(hostsAmong(domains, "glidercup")).toEqual(["a.cz"]);
	expect(hostsAmong(null, "glidercup")).toEqual([]);
});

test("local mode and other addresses of outside services are refused as variables and as secrets", async () => {
	expect(() => refuseLocalNames(["MAIL_FROM", "MODE"])).toThrow("MODE must not be set");
	for (const name of ["SOARING_SPOT_BASE_URL", "PWNED_PASSWORDS_BASE_URL"])
		expect(() => refuseLocalNames([name])).toThrow(`${name} must not be set`);
	const { deployer, calls } = deployerWith(secretsOf("TOKEN_SECRET", "CLOCK"));
	await expect(publish(deployer, false)).rejects.toThrow("CLOCK must not be set");
	expect(calls).toHaveLength(1);
});

describe("the real wrangler, before an API that says what Cloudflare's says", () => {
	let api: FakeCloudflare;
	const [bucket = ""] = deployment.buckets;

	beforeAll(async () => {
		api = await fakeCloudflare([], [bucket]);
		vi.stubEnv("CLOUDFLARE_API_BASE_URL", api.url);
		// A login that wrangler is asked for, as no token says it.
		vi.stubEnv("CLOUDFLARE_API_KEY", "a key of the tests");
		vi.stubEnv("CLOUDFLARE_EMAIL", "a@example.com");
		vi.stubEnv("CLOUDFLARE_ACCOUNT_ID", fakeAccount);
		// Makes wrangler print a warning beside its answer.
		vi.stubEnv("HTTPS_PROXY", "http://127.0.0.1:9");
		vi.stubEnv("NO_PROXY", "127.0.0.1");
	});

	afterAll(async () => {
		vi.unstubAllEnvs();
		await api.close();
	});

	test("heights go into the bucket as the Worker reads them, beside those that are there; without a connection nothing is taken to be missing", async () => {
		const tile: TerrainTile = { rows: 2, columns: 2, heights: Int16Array.of(500, -3, 1_200, 740) };
		async function* tiles() {
			yield { name: "N49E016", tile };
		}
		const before = { N50E015: { source: "copernicus", digest: "0123456789ab" } };
		const objects = api.buckets.get(bucket) ?? new Map<string, Uint8Array>();
		objects.set(terrainKeys.index, new TextEncoder().encode(JSON.stringify(before)));
		const storage = await openRemote();
		try {
			await storeTiles(storage, tiles(), "srtm", () => {});
			const index = terrainIndexSchema.parse(
				JSON.parse(new TextDecoder().decode(objects.get(terrainKeys.index))),
			);
			expect(index).toMatchObject({ ...before, N49E016: { source: "srtm" } });
			const key = terrainKeys.tile("N49E016", index.N49E016?.digest ?? "");
			expect(unpackTile(new Uint8Array(gunzipSync(objects.get(key) ?? "")))).toEqual(tile);
			expect(await storage.get("shared/terrain/another")).toBeNull();
			api.interrupt = () => ({ status: 503, headers: { "Retry-After": "0" }, text: "later" });
			await expect(storage.get(terrainKeys.index)).rejects.toThrow(Stop);
		} finally {
			api.interrupt = () => null;
			await storage.close();
		}
	});
});

test.each([
	["glidercup.example", true],
	["www.example.com", true],
	["localhost", true],
	["glidercup.cz", false],
	["example.cz", false],
])("%s is a placeholder: %s", (name, expected) => {
	const complaint = placeholderComplaint({ ...deployment, variables: { PUBLIC_DOMAIN: name } });
	expect(complaint !== null).toBe(expected);
});

test("an address of the sample sends no mail", () => {
	const of = (sender: string) =>
		placeholderComplaint({ ...deployment, variables: { PUBLIC_DOMAIN: "glidercup.cz", MAIL_FROM: sender } });
	expect(of("Glider Cup <noreply@glidercup.example>")).toContain("MAIL_FROM");
	expect(of("noreply@glidercup.example")).toContain("MAIL_FROM");
	expect(of("Example <noreply@mail.glidercup.cz>")).toBeNull();
});

test("a dry run names what is still of the sample once, with its years, and nothing of an edition that is not", () => {
	const [edition, ...others] = editions;
	const lines = sampleLines([edition]);
	expect(lines).toHaveLength(stillOfSample(edition).length);
	expect(lines).toContain("payment (CZ6508000000192000145399): 2020");
	expect(lines.find((line) => line.startsWith("pageDescription"))?.length).toBeLessThan(100);
	const ofAll = sampleLines([edition, ...others]);
	expect(ofAll).toContain(`place (letiště Horní Lesnice): ${editions.map(({ year }) => year).join(", ")}`);
	expect(ofAll.filter((line) => line.startsWith("apiEndpoint"))).toHaveLength(editions.length);
	for (const setting of [
		"payment",
		"contacts",
		"organiserEmails",
		"apiEndpoint",
		"photoGalleries",
		"archive",
		"airfield",
	])
		expect(stillOfSample(edition).map((one) => one.setting)).toContain(setting);

	const contact = {
		name: "Eva Malá",
		lines: [],
		email: "eva@plachtarina.cz",
		phone: "+420 777 111 222",
		url: null,
	};
	const own: Edition = {
		...edition,
		place: { cs: "letiště Křižanov", en: "Křižanov airfield" },
		pageDescription: { cs: "Soutěž", en: "Competition" },
		invitation: { what: { cs: "Soutěž", en: "Competition" }, camp: null, tow: null },
		apiEndpoint: "https://api.2026.plachtarina.cz",
		tracking: { ...edition.tracking, hubUrl: "https://plachtarina.cz/" },
		airfield: { latitude: 49.3, longitude: 16.1, elevation: 560 },
		photoGalleries: [],
		archive: [],
		sponsors: [],
		contacts: {
			organiser: { ...contact, address: { cs: "Křižanov 1", en: "Křižanov 1" }, idNumber: null },
			director: contact,
			field: contact,
			airfield: contact,
			registrations: contact,
			webAndScoring: contact,
		},
		alert: [0, 1, 2].map(() => ({ cs: "Hlídáno", en: "Guarded" })) as unknown as Edition["alert"],
		payment: null,
		organiserEmails: ["eva@plachtarina.cz"],
		bugReportUrl: "https://plachtarina.cz/",
		developer: { name: "Web", url: "https://plachtarina.cz/" },
	};
	expect(stillOfSample(own)).toEqual([]);
	const euro = { iban: "DE89370400440532013000", amount: 100 };
	const account = { iban: "CZ5508000000001234567899", currency: "CZK", recipient: "Eva Malá" };
	expect(stillOfSample({ ...own, payment: { ...account, amount: 2500, euro } })).toEqual([
		{ setting: "payment", value: "DE89370400440532013000" },
	]);
	const rescue = [{ name: { cs: "RCC", en: "RCC" }, phone: "+420 600 000 121" }];
	expect(stillOfSample({ ...own, rescue })).toEqual([{ setting: "rescue", value: "+420 600 000 121" }]);
	expect(sampleLines([own])).toEqual([]);
});
