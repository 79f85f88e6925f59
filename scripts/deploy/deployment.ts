import { randomBytes } from "node:crypto";
import { type Unstable_Config, unstable_readConfig } from "wrangler";
import type { Edition } from "~editions/schema";
import { inProject } from "../lib/paths.mjs";
import { Stop } from "../lib/stop.mjs";

/** What of wrangler.toml a deployment works with. */
export interface Deployment {
	readonly databases: readonly { readonly binding: string; readonly name: string; readonly id: string }[];
	readonly buckets: readonly string[];
	readonly variables: Readonly<Record<string, unknown>>;
}

/** Reads wrangler.toml. */
export function readDeployment(): Deployment {
	const config: Unstable_Config = unstable_readConfig({ config: inProject("wrangler.toml") });
	return {
		databases: config.d1_databases.map(({ binding, database_name = "", database_id = "" }) => ({
			binding,
			name: database_name,
			id: database_id,
		})),
		buckets: config.r2_buckets.flatMap(({ bucket_name }) => bucket_name ?? []),
		variables: config.vars,
	};
}

/** Names that only a developer's machine may set. */
const localNames = ["MODE", "CLOCK", "RESEND_BASE_URL", "SOARING_SPOT_BASE_URL"];

/**
 * @param names of variables and secrets
 * @throws Stop when one of them would make the deployment a local one
 */
export function refuseLocalNames(names: readonly string[]): void {
	const found = names.filter((name) => localNames.includes(name));
	if (found.length > 0) {
		throw new Stop(`${found.join(", ")} must not be set in a deployment: it is for local use only.`);
	}
}

/** Complaint about a deployment whose domain is still the invented one; null when it is a real one. */
export function placeholderComplaint({ variables }: Deployment): string | null {
	const domain = String(variables.PUBLIC_DOMAIN);
	if (!/(^|\.)(example|localhost|invalid|test)(\.(com|net|org))?$/.test(domain)) return null;
	return `PUBLIC_DOMAIN in wrangler.toml is still ${domain}: set your own domain, and MAIL_FROM with it.`;
}

/** Every host the Worker answers: the main domain, and each year with its API. */
export function hostsOf(domain: string, editions: readonly Pick<Edition, "year">[]): string[] {
	return [domain, ...editions.flatMap(({ year }) => [`${year}.${domain}`, `api.${year}.${domain}`])];
}

/** Text of wrangler.toml with the id of a database in its place. */
export function withDatabaseId(text: string, binding: string, id: string): string {
	const place = new RegExp(`(binding = "${binding}"\\n(?:(?!\\[\\[).*\\n)*?database_id = ")[^"]*"`);
	if (!place.test(text)) throw new Stop(`wrangler.toml has no database_id for ${binding}.`);
	return text.replace(place, `$1${id}"`);
}

/**
 * Secrets that a deployment lacks and that can be given to it: a new one for tokens, the key for mail if the environment has it.
 * @param present names of the secrets there are
 */
export function missingSecrets(
	present: readonly string[],
	environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
	const secrets: Record<string, string> = {};
	if (!present.includes("TOKEN_SECRET")) secrets.TOKEN_SECRET = randomBytes(32).toString("hex");
	if (!present.includes("RESEND_API_KEY") && environment.RESEND_API_KEY) {
		secrets.RESEND_API_KEY = environment.RESEND_API_KEY;
	}
	return secrets;
}
