import { randomBytes } from "node:crypto";
import type { Unstable_Config } from "wrangler";
import { z } from "zod";
import type { Edition } from "~editions/schema";
import { wranglerModule } from "../lib/large-modules";
import { inProject } from "../lib/paths.mjs";
import { Stop } from "../lib/stop.mjs";

/** The part of wrangler.toml that a deployment uses. */
export interface Deployment {
	readonly databases: readonly { readonly binding: string; readonly name: string; readonly id: string }[];
	readonly buckets: readonly string[];
	/** Name of the Worker. */
	readonly worker: string;
	readonly hosts: readonly string[];
	readonly variables: Readonly<Record<string, unknown>>;
}

export function readDeployment(): Deployment {
	const config: Unstable_Config = wranglerModule().unstable_readConfig({
		config: inProject("wrangler.toml"),
	});
	return {
		databases: config.d1_databases.map(({ binding, database_name = "", database_id = "" }) => ({
			binding,
			name: database_name,
			id: database_id,
		})),
		buckets: config.r2_buckets.flatMap(({ bucket_name }) => bucket_name ?? []),
		worker: config.name ?? "",
		hosts: (config.routes ?? []).map((route) => (typeof route === "string" ? route : route.pattern)),
		variables: config.vars,
	};
}

/** Variables that may be set only on a developer's machine. */
const localNames = [
	"MODE",
	"CLOCK",
	"RESEND_BASE_URL",
	"PWNED_PASSWORDS_BASE_URL",
	"IGC_RANKING_BASE_URL",
	"SOARING_SPOT_BASE_URL",
];

/**
 * @param names of variables and secrets
 * @throws Stop when one of them is for local use only
 */
export function refuseLocalNames(names: readonly string[]): void {
	const found = names.filter((name) => localNames.includes(name));
	if (found.length > 0) {
		throw new Stop(`${found.join(", ")} must not be set in a deployment: it is for local use only.`);
	}
}

const placeholder = /(^|[.@])(example|localhost|invalid|test)(\.(com|net|org))?>?$/;

/** Complaint about the domain or the sender of mails, when it is the example's; null for real ones. */
export function placeholderComplaint({ variables }: Pick<Deployment, "variables">): string | null {
	const [domain, sender] = [String(variables.PUBLIC_DOMAIN), String(variables.MAIL_FROM)];
	if (placeholder.test(domain))
		return `PUBLIC_DOMAIN in wrangler.toml is still ${domain}: set your own domain, and MAIL_FROM with it.`;
	if (!placeholder.test(sender)) return null;
	return `MAIL_FROM in wrangler.toml is still ${sender}: set an address of the domain that your provider of mail has verified.`;
}

/** Hosts of the Worker: the main domain, also with `www`, and each year with its API. */
export function hostsOf(domain: string, editions: readonly Pick<Edition, "year">[]): string[] {
	return [
		domain,
		`www.${domain}`,
		...editions.flatMap(({ year }) => [`${year}.${domain}`, `api.${year}.${domain}`]),
	];
}

const domainsSchema = z.array(z.object({ hostname: z.string(), service: z.string() }));

/** The hosts of a Worker. @param answer list of the account's custom domains, as Cloudflare's API gives it */
export function hostsAmong(answer: unknown, worker: string): string[] {
	return domainsSchema
		.parse(answer ?? [])
		.filter(({ service }) => service === worker)
		.map(({ hostname }) => hostname);
}

/** The text of wrangler.toml with the id of a database. */
export function withDatabaseId(text: string, binding: string, id: string): string {
	const entry = new RegExp(`(binding = "${binding}"\\n(?:(?!\\[\\[).*\\n)*?database_id = ")[^"]*"`);
	if (!entry.test(text)) throw new Stop(`wrangler.toml has no database_id for ${binding}.`);
	return text.replace(entry, `$1${id}"`);
}

/** The text of wrangler.toml with the hosts of the Worker. */
export function withHosts(text: string, hosts: readonly string[]): string {
	const routes = /^routes = \[[^\]]*\]$/m;
	if (!routes.test(text)) throw new Stop("wrangler.toml has no line for the hosts: routes = []");
	const lines = hosts.map((host) => `\t{ pattern = "${host}", custom_domain = true },\n`);
	return text.replace(routes, `routes = [\n${lines.join("")}]`);
}

/** Secrets that the first deployment makes. Nobody else knows them, and without them second factors and links of a backup are lost. */
export const madeSecrets = ["TOKEN_SECRET", "FACTOR_SECRET"] as const;

/**
 * Missing secrets that can be set: those for tokens and authenticator apps, kept or new, and the key for mail if the environment has it.
 * @param present names of the secrets of the deployment
 * @param kept those of an earlier deployment, by their names
 */
export function missingSecrets(
	present: readonly string[],
	environment: Readonly<Record<string, string | undefined>>,
	kept: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
	const secrets: Record<string, string> = {};
	for (const name of madeSecrets) {
		if (!present.includes(name)) secrets[name] = kept[name] ?? randomBytes(32).toString("hex");
	}
	if (!present.includes("RESEND_API_KEY") && environment.RESEND_API_KEY) {
		secrets.RESEND_API_KEY = environment.RESEND_API_KEY;
	}
	return secrets;
}
