import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Edition } from "~editions/schema";
import type { BoundStatement } from "../database/insert-rows";
import { readMigrations } from "../database/migrations";
import { textOf } from "../database/sql-text";
import { demoAccounts } from "../demo/people";
import type { Cloudflare } from "../lib/cloudflare";
import {
	type CloudflareDatabase,
	createDatabase,
	databasesNamed,
	openDatabase,
} from "../lib/cloudflare-database";
import { rowsIfThere } from "../lib/opened-years";
import { inProject } from "../lib/paths.mjs";
import { Stop } from "../lib/stop.mjs";
import { uploadedWorker } from "../lib/wrangler";
import { referenceStatements } from "../reference/reference-data";
import { asSet, type SettingRow, settingsQuery } from "../reference/set-edition";
import { type Deployment, hostsAmong, hostsOf, missingSecrets, refuseLocalNames } from "./deployment";
import { secretsFile } from "./kept-secrets";

/** What the steps of a deployment need; tests replace `wrangler`. */
export interface Deployer {
	readonly deployment: Deployment;
	readonly editions: readonly Edition[];
	/** What is deployed; null without git. */
	readonly commit: string | null;
	readonly cloudflare: Cloudflare;
	/** Runs wrangler; throws Stop when it fails. */
	readonly wrangler: (
		parameters: readonly string[],
		options?: { readonly asks?: boolean },
	) => Promise<unknown>;
	/** Writes the id of a database into wrangler.toml. */
	readonly noteDatabaseId: (binding: string, id: string) => void;
	/** Writes the hosts into wrangler.toml. */
	readonly noteHosts: (hosts: readonly string[]) => void;
	/** Secrets that an earlier deployment has made, here or where a backup comes from. */
	readonly keptSecrets: Readonly<Record<string, string | undefined>>;
	/** Keeps new secrets on this machine. @returns whether there were any */
	readonly keepSecrets: (secrets: Readonly<Record<string, string>>) => boolean;
	/** Whether wrangler can ask the operator before it overwrites DNS records. */
	readonly hasTerminal: boolean;
	/** Whether records of new hosts may be overwritten unasked. */
	readonly takesHosts: boolean;
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly report: (line: string) => void;
}

/** Creates missing databases and buckets. @returns the databases by their bindings */
export async function provideStorage(deployer: Deployer): Promise<ReadonlyMap<string, CloudflareDatabase>> {
	const { deployment, cloudflare, noteDatabaseId, report } = deployer;
	const databases = new Map<string, CloudflareDatabase>();
	for (const { binding, name, id } of deployment.databases) {
		const [found] = await databasesNamed(cloudflare, name);
		const uuid = found ?? (await createDatabase(cloudflare, name));
		if (!found) report(`created the database ${name}`);
		if (uuid !== id) noteDatabaseId(binding, uuid);
		databases.set(binding, openDatabase(cloudflare, uuid));
	}
	for (const name of deployment.buckets) {
		if (await cloudflare.read(`/r2/buckets/${name}`)) continue;
		await cloudflare.change("POST", "/r2/buckets", { name });
		report(`created the bucket ${name}`);
	}
	return databases;
}

/** What a deployment asks a database before it changes anything there. */
interface StateOfDatabase {
	/** Accounts of the demo. */
	readonly demo: number;
	/** Second factors, which only the secret opens by which they were sealed. */
	readonly factors: number;
	readonly digest: string | null;
	readonly settings: readonly SettingRow[];
}

const demoEmails = demoAccounts.map(({ email }) => `'${email}'`).join(", ");

const stateSql = `SELECT (SELECT count(*) FROM users WHERE email IN (${demoEmails})) AS demo, (SELECT count(*) FROM second_factors) AS factors, (SELECT reference_digest FROM edition_state) AS digest`;

/**
 * Updates the schema of every edition, and the reference data where they have changed: a database answers nobody while it imports a file.
 * @param databases by their bindings
 * @returns whether there are second factors
 * @throws Stop for a database with demo accounts
 */
export async function provideData(
	{ editions, wrangler, report }: Deployer,
	databases: ReadonlyMap<string, CloudflareDatabase>,
): Promise<boolean> {
	let hasFactors = false;
	for (const edition of editions) {
		const binding = `DB_${edition.year}`;
		const database = databases.get(binding);
		if (!database) throw new Stop(`wrangler.toml lacks ${binding}.`);
		if (await lacksMigrations(database)) await wrangler(["d1", "migrations", "apply", binding, "--remote"]);
		const state = await readState(database, binding);
		if (state.demo > 0) throw new Stop(`${binding} holds demo accounts: it must not go online.`);
		hasFactors ||= state.factors > 0;
		const asWanted = asSet(edition, state.settings);
		const digest = digestOf(referenceStatements(asWanted, "kept", new Date(0)));
		if (digest === state.digest) {
			report(`${edition.year}: the schema is up to date, the reference data have not changed`);
			continue;
		}
		const statements = [
			...referenceStatements(asWanted, "kept", new Date()),
			{ sql: "UPDATE edition_state SET reference_digest = ?", values: [digest] },
		];
		await database.importSql(`${statements.map(textOf).join(";\n")};\n`);
		report(`${edition.year}: schema and reference data are up to date`);
	}
	return hasFactors;
}

async function lacksMigrations({ execute }: CloudflareDatabase): Promise<boolean> {
	const [applied = []] = await rowsIfThere(execute("SELECT name FROM d1_migrations"));
	const names = new Set(applied.map(({ name }) => name));
	return readMigrations(inProject("db/migrations")).some(({ name }) => !names.has(name));
}

async function readState({ execute }: CloudflareDatabase, binding: string): Promise<StateOfDatabase> {
	const [state = [], settings = []] = await execute(`${stateSql}; ${settingsQuery}`);
	const [row] = state as unknown as readonly Omit<StateOfDatabase, "settings">[];
	if (!row) throw new Stop(`${binding} does not say what it holds.`);
	return { ...row, settings: settings as unknown as readonly SettingRow[] };
}

function digestOf(statements: readonly BoundStatement[]): string {
	return createHash("sha256").update(statements.map(textOf).join("\n")).digest("hex");
}

/**
 * Deploys the Worker with missing secrets, for the hosts of all editions. In a terminal wrangler asks before it takes a host from where its
 * DNS record leads.
 * @param hasFactors whether there are second factors, for which a new secret would be the end
 */
export async function publish(deployer: Deployer, hasFactors: boolean): Promise<void> {
	const { deployment, editions, commit, wrangler, environment, report, keptSecrets } = deployer;
	const present = await secretsPresent(deployer);
	refuseLocalNames(present);
	if (hasFactors && ![...present, ...Object.keys(keptSecrets)].includes("FACTOR_SECRET")) {
		throw new Stop(
			`The databases hold second factors of another deployment: put its ${secretsFile} into this folder. Without its FACTOR_SECRET nobody with a second factor could log in.`,
		);
	}
	const hosts = hostsOf(String(deployment.variables.PUBLIC_DOMAIN), editions);
	await requireHosts(deployer, hosts);
	deployer.noteHosts(hosts);
	const secrets = missingSecrets(present, environment, keptSecrets);
	if (deployer.keepSecrets(secrets))
		report(`made secrets: keep a copy of ${secretsFile} where your backups are, nobody else knows them`);
	const folder = mkdtempSync(join(tmpdir(), "deploy-"));
	try {
		const file = join(folder, "secrets.json");
		writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
		const given = Object.keys(secrets);
		// The commit is for `deployedCommit`, the folder with the map for `npm run traces`.
		const parameters = ["deploy", "--message", String(commit), "--outdir", inProject(uploadedWorker)];
		if (given.length > 0) parameters.push("--secrets-file", file);
		await wrangler(parameters, { asks: deployer.hasTerminal });
		for (const name of given) report(`set the secret ${name}`);
		if (![...present, ...given].includes("RESEND_API_KEY")) {
			report("RESEND_API_KEY is missing: mail stays queued. npx wrangler secret put RESEND_API_KEY");
		}
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** Without a terminal wrangler would overwrite DNS records unasked. @throws Stop with the hosts that do not lead here yet */
async function requireHosts(
	{ hasTerminal, takesHosts, cloudflare, deployment }: Deployer,
	hosts: readonly string[],
): Promise<void> {
	if (hasTerminal || takesHosts) return;
	const present = hostsAmong(await cloudflare.read("/workers/domains"), deployment.worker);
	const missing = hosts.filter((host) => !present.includes(host));
	if (missing.length === 0) return;
	throw new Stop(
		`These hosts do not lead to this Worker yet:\n\n  ${missing.join("\n  ")}\n\nIn a terminal the deployment asks before it overwrites their DNS records. To overwrite them unasked: npm run deploy -- --take-hosts`,
	);
}

const secretsSchema = z.array(z.object({ name: z.string() }));

/** Names of the secrets; none before the first deployment. */
async function secretsPresent({ cloudflare, deployment }: Deployer): Promise<string[]> {
	const found = await cloudflare.read(`/workers/scripts/${deployment.worker}/secrets`);
	return secretsSchema.parse(found ?? []).map(({ name }) => name);
}
