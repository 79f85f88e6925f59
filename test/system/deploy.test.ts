import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { terrainIndexSchema, terrainKeys } from "~/lib/maps/terrain/terrain-index";
import { type TerrainTile, unpackTile } from "~/lib/maps/terrain/tile";
import { editions } from "~editions/index";
import type { Edition } from "~editions/schema";
import { type FakeCloudflare, fakeAccount, fakeCloudflare } from "~test/fakes/cloudflare";
import { demoAccounts } from "../../scripts/demo/people";
import { type Deployer, provideData, provideStorage, publish } from "../../scripts/deploy/deploy-steps";
import {
	hostsAmong,
	hostsOf,
	placeholderComplaint,
	readDeployment,
	refuseLocalNames,
} from "../../scripts/deploy/deployment";
import { secretsFile } from "../../scripts/deploy/kept-secrets";
import { sampleLines, stillOfSample } from "../../scripts/deploy/sample";
import { Stop } from "../../scripts/lib/stop.mjs";
import { wrangler } from "../../scripts/lib/wrangler";
import { openRemote } from "../../scripts/terrain/remote-storage";
import { storeTiles } from "../../scripts/terrain/store-tiles";

const [oldest] = editions;
const deployment = readDeployment();
const domain = String(deployment.variables.PUBLIC_DOMAIN);

/** A deployer whose wrangler notes its calls and answers by the first words of a command. */
function deployerWith(answers: Readonly<Record<string, string | Error>>) {
	const calls: string[] = [];
	const ids: Record<string, string> = {};
	const notedHosts: string[] = [];
	const kept: Record<string, string> = {};
	const deployer: Deployer = {
		deployment: { ...deployment, databases: deployment.databases.slice(0, 2) },
		editions: [oldest],
		environment: {},
		report: () => {},
		readHosts: async () => hostsOf(domain, [oldest]),
		hasTerminal: false,
		takesHosts: false,
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
		wrangler: async (parameters) => {
			const call = parameters.join(" ");
			calls.push(call);
			const found = Object.entries(answers).find(([start]) => call.startsWith(start));
			if (found?.[1] instanceof Error) throw found[1];
			return found?.[1] ?? "";
		},
	};
	return { deployer, calls, ids, notedHosts, kept };
}

/** What a database answers that holds nothing yet. */
const stateWith = (state: Readonly<Record<string, unknown>>) => ({
	"d1 execute DB_2020 --remote --json": JSON.stringify([
		{ results: [{ demo: 0, factors: 0, digest: null, ...state }] },
		{ results: [] },
	]),
});

test("every edition has a database, and there is one bucket", () => {
	expect(deployment.databases.map(({ binding }) => binding)).toEqual(
		editions.map(({ year }) => `DB_${year}`),
	);
	expect(deployment.buckets).toHaveLength(1);
});

test("only a missing database and a missing bucket are created, and ids are noted", async () => {
	const [first, second] = deployment.databases;
	const list = [
		{ name: first?.name, uuid: "id-1" },
		{ name: second?.name, uuid: "id-2" },
	];
	const { deployer, calls, ids } = deployerWith({
		"d1 list": JSON.stringify(list),
		"r2 bucket list": "name: another-bucket\n",
	});
	await provideStorage(deployer);
	expect(calls.filter((call) => call.startsWith("d1 create"))).toEqual([]);
	expect(calls).toContain(`r2 bucket create ${deployment.buckets[0]}`);
	expect(ids).toEqual({ DB_2020: "id-1", DB_2021: "id-2" });

	const fresh = deployerWith({ "d1 list": JSON.stringify(list.slice(0, 1)) });
	await expect(provideStorage(fresh.deployer)).rejects.toThrow("could not be created");
	expect(fresh.calls).toContain(`d1 create ${second?.name}`);
});

test("an edition's schema comes before its reference data, which are imported once", async () => {
	const { deployer, calls } = deployerWith(stateWith({}));
	let file = "";
	const { wrangler: answer } = deployer;
	await provideData({
		...deployer,
		wrangler: (parameters) => {
			if (parameters.includes("--file")) file = readFileSync(parameters.at(-1) ?? "", "utf8");
			return answer(parameters);
		},
	});
	expect(calls.map((call) => call.split(" ").slice(0, 3).join(" "))).toEqual([
		"d1 migrations apply",
		"d1 execute DB_2020",
		"d1 execute DB_2020",
	]);
	expect(calls[1]).toContain("edition_settings");
	expect(calls[2]).toMatch(/--file .*2020\.sql$/);

	const [, digest] = /SET reference_digest = '(\w{64})'/.exec(file) ?? [];
	const later = deployerWith(stateWith({ digest }));
	await provideData(later.deployer);
	expect(later.calls.filter((call) => call.includes("--file"))).toEqual([]);
	const changed = deployerWith(stateWith({ digest }));
	const moved = { ...oldest.competition, from: "2020-07-01" };
	await provideData({ ...changed.deployer, editions: [{ ...oldest, competition: moved }] });
	expect(changed.calls.filter((call) => call.includes("--file"))).toHaveLength(1);
});

test("a database with demo accounts does not go online", async () => {
	const { deployer, calls } = deployerWith(stateWith({ demo: 1 }));
	await expect(provideData(deployer)).rejects.toThrow("demo accounts");
	for (const { email } of demoAccounts) expect(calls.join()).toContain(email);
	expect(calls.filter((call) => call.includes("--file"))).toEqual([]);
});

const notFound = new Stop(`wrangler failed:\n\n✘ [ERROR] Worker "glidercup" not found.`);
const bothSecrets = '[{"name":"TOKEN_SECRET"},{"name":"FACTOR_SECRET"}]';

test("the first deployment gets secrets, which are kept before, for every host of the editions", async () => {
	const { deployer, calls, notedHosts, kept } = deployerWith({ "secret list": notFound });
	await publish(deployer, false);
	expect(notedHosts).toEqual([domain, `www.${domain}`, `2020.${domain}`, `api.2020.${domain}`]);
	expect(calls[1]).toMatch(/^deploy --outdir .* --secrets-file /);
	expect(Object.keys(kept)).toEqual(["TOKEN_SECRET", "FACTOR_SECRET"]);
});

test("a later deployment leaves the secrets alone, and failing to list them is no first deployment", async () => {
	const { deployer, calls } = deployerWith({ "secret list": bothSecrets });
	await publish(deployer, true);
	expect(calls[1]).not.toContain("--secrets-file");

	const offline = deployerWith({ "secret list": new Stop("fetch failed") });
	await expect(publish(offline.deployer, false)).rejects.toThrow("fetch failed");
	expect(offline.calls).toHaveLength(1);
});

test("databases with second factors ask for the secret by which they were sealed", async () => {
	const { deployer, calls } = deployerWith({ "secret list": notFound });
	await expect(publish(deployer, true)).rejects.toThrow(secretsFile);
	expect(calls).toHaveLength(1);
	const keptSecrets = { TOKEN_SECRET: "aa", FACTOR_SECRET: "bb" };
	let given = "";
	await publish(
		{
			...deployer,
			keptSecrets,
			wrangler: (parameters) => {
				if (parameters[0] === "deploy") given = readFileSync(parameters.at(-1) ?? "", "utf8");
				return deployer.wrangler(parameters);
			},
		},
		true,
	);
	expect(JSON.parse(given)).toEqual(keptSecrets);
});

test("without a terminal no record of a host is overwritten unless the operator says so; in one, wrangler asks", async () => {
	const answers = { "secret list": bothSecrets };
	const { deployer, calls } = deployerWith(answers);
	const readHosts = async () => [domain];
	await expect(publish({ ...deployer, readHosts }, false)).rejects.toThrow(`www.${domain}\n  2020.${domain}`);
	expect(calls).toHaveLength(1);
	await publish({ ...deployer, readHosts, takesHosts: true }, false);
	const asked: unknown[] = [];
	await publish(
		{
			...deployer,
			readHosts,
			hasTerminal: true,
			wrangler: (parameters, options) => {
				if (parameters[0] === "deploy") asked.push(options);
				return deployer.wrangler(parameters);
			},
		},
		false,
	);
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
	const { deployer, calls } = deployerWith({ "secret list": '[{"name":"TOKEN_SECRET"},{"name":"CLOCK"}]' });
	await expect(publish(deployer, false)).rejects.toThrow("CLOCK must not be set");
	expect(calls).toHaveLength(1);
});

describe("the real wrangler, before an API that says what Cloudflare's says", () => {
	let api: FakeCloudflare;
	const [database] = deployment.databases;
	const [bucket = ""] = deployment.buckets;

	beforeAll(async () => {
		api = await fakeCloudflare([{ name: database?.name ?? "", uuid: "id-1" }], [bucket]);
		vi.stubEnv("CLOUDFLARE_API_BASE_URL", api.url);
		vi.stubEnv("CLOUDFLARE_API_TOKEN", "a token of the tests");
		vi.stubEnv("CLOUDFLARE_ACCOUNT_ID", fakeAccount);
		// Makes wrangler print a warning beside every answer.
		vi.stubEnv("HTTPS_PROXY", "http://127.0.0.1:9");
		vi.stubEnv("NO_PROXY", "127.0.0.1");
	});

	afterAll(async () => {
		vi.unstubAllEnvs();
		await api.close();
	});

	test("databases and buckets that are there are found", async () => {
		const { deployer, ids } = deployerWith({});
		const calls: string[] = [];
		/** Each call starts wrangler once, which takes seconds. */
		const answers = new Map<string, Promise<string>>();
		await provideStorage({
			...deployer,
			deployment: { ...deployment, databases: deployment.databases.slice(0, 1) },
			wrangler: (parameters) => {
				const call = parameters.join(" ");
				calls.push(call);
				const answer = answers.get(call) ?? wrangler(parameters);
				answers.set(call, answer);
				return answer;
			},
		});
		expect(calls).toEqual(["d1 list --json", "d1 list --json", "r2 bucket list"]);
		expect(ids).toEqual({ DB_2020: "id-1" });
	});

	test("a Worker that is not there is deployed for the first time", async () => {
		const { deployer, calls } = deployerWith({});
		const asIs = (parameters: readonly string[]) =>
			parameters[0] === "secret" ? wrangler(parameters) : deployer.wrangler(parameters);
		await publish({ ...deployer, wrangler: asIs }, false);
		expect(calls).toEqual([expect.stringMatching(/^deploy --outdir .* --secrets-file /)]);
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
