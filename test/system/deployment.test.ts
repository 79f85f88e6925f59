import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { editions } from "~editions/index";
import {
	hostsOf,
	missingSecrets,
	placeholderComplaint,
	readDeployment,
	withDatabaseId,
	withHosts,
} from "../../scripts/deploy/deployment";
import { inProject } from "../../scripts/lib/paths.mjs";

/* What a deployment reads and writes: the configuration of the Worker and its secrets. */

const deployment = readDeployment();
const domain = String(deployment.variables.PUBLIC_DOMAIN);

test("an id gets into its own database's block and nowhere else", () => {
	const text = `[[d1_databases]]
binding = "DB_2020"
database_name = "a"
database_id = "local-2020"

[[d1_databases]]
binding = "DB_2021"
database_id = "local-2021"
`;
	expect(withDatabaseId(text, "DB_2021", "id-2")).toBe(text.replace("local-2021", "id-2"));
	expect(() => withDatabaseId(text, "DB_2022", "id")).toThrow("DB_2022");
});

test("the hosts are written into their line, again and again", () => {
	const text = 'name = "a"\nroutes = []\n\n[assets]\ndirectory = "b"\n';
	const noted = withHosts(text, ["a.cz", "api.a.cz"]);
	expect(noted).toContain('routes = [\n\t{ pattern = "a.cz", custom_domain = true },\n');
	expect(withHosts(noted, [])).toBe(text.replace("[]", "[\n]"));
	expect(() => withHosts("[assets]", [])).toThrow("routes = []");
	const { routes, workers_dev, preview_urls } = unstable_readConfig({ config: inProject("wrangler.toml") });
	expect({ routes, workers_dev, preview_urls }).toEqual({
		routes: [],
		workers_dev: false,
		preview_urls: false,
	});
});

test("the key for mail comes from the environment, once", () => {
	const own = ["TOKEN_SECRET", "FACTOR_SECRET"];
	expect(missingSecrets(own, { RESEND_API_KEY: "key" })).toEqual({ RESEND_API_KEY: "key" });
	expect(missingSecrets([...own, "RESEND_API_KEY"], { RESEND_API_KEY: "key" })).toEqual({});
});

test("secrets of the site's own are made where they are missing, each another one", () => {
	const { TOKEN_SECRET, FACTOR_SECRET } = missingSecrets([], {});
	expect(TOKEN_SECRET).toMatch(/^[0-9a-f]{64}$/);
	expect(FACTOR_SECRET).toMatch(/^[0-9a-f]{64}$/);
	expect(FACTOR_SECRET).not.toBe(TOKEN_SECRET);
	expect(missingSecrets(["TOKEN_SECRET"], {})).toEqual({ FACTOR_SECRET: expect.any(String) });
});

test("the platform ends what computes for ten seconds", () => {
	expect(readFileSync(inProject("wrangler.toml"), "utf8")).toMatch(/^\[limits\]\ncpu_ms = 10_000$/m);
});

test("the platform stores no address of a request, which may be a credential", () => {
	const { observability } = unstable_readConfig({ config: inProject("wrangler.toml") });
	expect(observability).toMatchObject({ enabled: true, logs: { enabled: true, invocation_logs: false } });
});

test("every API endpoint of the configuration is a host of its edition", () => {
	const hosts = hostsOf(domain, editions);
	for (const { apiEndpoint } of editions) expect(hosts).toContain(new URL(apiEndpoint).host);
});

test.runIf(placeholderComplaint(deployment))(
	"as long as the domain is an invented one, links lead to reserved hosts and to the services of the contract alone",
	() => {
		const hosts = JSON.stringify(editions).matchAll(/https:\/\/([^/"{]+)/g);
		for (const [, host] of hosts) {
			expect(host).toMatch(
				/(^|\.)(example\.com|glidercup\.example|glideandseek\.com|soaringspot\.com|seeyou\.cloud)$/,
			);
		}
	},
);
