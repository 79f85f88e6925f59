import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Edition } from "~editions/schema";
import type { BoundStatement } from "../database/insert-rows";
import { textOf } from "../database/sql-text";
import { demoAccounts } from "../demo/people";
import { inProject } from "../lib/paths.mjs";
import { Stop } from "../lib/stop.mjs";
import { uploadedWorker } from "../lib/wrangler";
import { referenceStatements } from "../reference/reference-data";
import { asSet, type SettingRow, settingsQuery } from "../reference/set-edition";
import { type Deployment, hostsOf, missingSecrets, refuseLocalNames } from "./deployment";
import { secretsFile } from "./kept-secrets";

/** What the steps of a deployment need; tests replace `wrangler`. */
export interface Deployer {
	readonly deployment: Deployment;
	readonly editions: readonly Edition[];
	/** Runs wrangler and returns its output, which is empty where it asks; throws Stop when it fails. */
	readonly wrangler: (
		parameters: readonly string[],
		options?: { readonly asks?: boolean },
	) => Promise<string>;
	/** Hosts that lead to this Worker. */
	readonly readHosts: () => Promise<readonly string[]>;
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

/** Creates missing databases and buckets. */
export async function provideStorage({
	deployment,
	wrangler,
	noteDatabaseId,
	report,
}: Deployer): Promise<void> {
	const list = async () =>
		JSON.parse(await wrangler(["d1", "list", "--json"])) as {
			readonly name: string;
			readonly uuid: string;
		}[];
	let existing = await list();
	for (const { name } of deployment.databases) {
		if (existing.some((database) => database.name === name)) continue;
		await wrangler(["d1", "create", name]);
		report(`created the database ${name}`);
	}
	existing = await list();
	for (const { binding, name, id } of deployment.databases) {
		const uuid = existing.find((database) => database.name === name)?.uuid;
		if (!uuid) throw new Stop(`The database ${name} could not be created.`);
		if (uuid !== id) noteDatabaseId(binding, uuid);
	}
	const buckets = (await wrangler(["r2", "bucket", "list"])).split(/\s+/);
	for (const bucket of deployment.buckets.filter((name) => !buckets.includes(name))) {
		await wrangler(["r2", "bucket", "create", bucket]);
		report(`created the bucket ${bucket}`);
	}
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
 * @returns whether there are second factors
 * @throws Stop for a database with demo accounts
 */
export async function provideData({ editions, wrangler, report }: Deployer): Promise<boolean> {
	const folder = mkdtempSync(join(tmpdir(), "deploy-"));
	let hasFactors = false;
	try {
		for (const edition of editions) {
			const database = `DB_${edition.year}`;
			await wrangler(["d1", "migrations", "apply", database, "--remote"]);
			const state = await readState(wrangler, database);
			if (state.demo > 0) throw new Stop(`${database} holds demo accounts: it must not go online.`);
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
			const file = join(folder, `${edition.year}.sql`);
			writeFileSync(file, `${statements.map(textOf).join(";\n")};\n`);
			await wrangler(["d1", "execute", database, "--remote", "--yes", "--file", file]);
			report(`${edition.year}: schema and reference data are up to date`);
		}
	} finally {
		rmSync(folder, { recursive: true });
	}
	return hasFactors;
}

async function readState(wrangler: Deployer["wrangler"], database: string): Promise<StateOfDatabase> {
	const sql = `${stateSql}; ${settingsQuery}`;
	const answer = await wrangler(["d1", "execute", database, "--remote", "--json", "--command", sql]);
	const [state, settings] = JSON.parse(answer) as readonly { readonly results: readonly unknown[] }[];
	const [row] = (state?.results ?? []) as readonly Omit<StateOfDatabase, "settings">[];
	if (!row) throw new Stop(`${database} does not say what it holds.`);
	return { ...row, settings: (settings?.results ?? []) as readonly SettingRow[] };
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
	const { deployment, editions, wrangler, environment, report, keptSecrets } = deployer;
	const present = await secretsPresent(wrangler);
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
		// Its map is for `npm run traces`.
		const parameters = ["deploy", "--outdir", inProject(uploadedWorker)];
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
	{ hasTerminal, takesHosts, readHosts }: Deployer,
	hosts: readonly string[],
): Promise<void> {
	if (hasTerminal || takesHosts) return;
	const present = await readHosts();
	const missing = hosts.filter((host) => !present.includes(host));
	if (missing.length === 0) return;
	throw new Stop(
		`These hosts do not lead to this Worker yet:\n\n  ${missing.join("\n  ")}\n\nIn a terminal the deployment asks before it overwrites their DNS records. To overwrite them unasked: npm run deploy -- --take-hosts`,
	);
}

/** Names of the secrets; none before the first deployment. */
async function secretsPresent(wrangler: Deployer["wrangler"]): Promise<string[]> {
	try {
		const output = await wrangler(["secret", "list", "--format", "json"]);
		return (JSON.parse(output) as { readonly name: string }[]).map(({ name }) => name);
	} catch (error) {
		const isNew = error instanceof Stop && /Worker ".+" not found/.test(error.message);
		if (isNew) return [];
		throw error;
	}
}
