import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Edition } from "~editions/schema";
import { textOf } from "../database/sql-text";
import { demoAccounts } from "../demo/people";
import { inProject } from "../lib/paths.mjs";
import { Stop } from "../lib/stop.mjs";
import { uploadedWorker } from "../lib/wrangler";
import { referenceStatements } from "../reference/reference-data";
import { asSet, settingsIn, settingsQuery } from "../reference/set-edition";
import { type Deployment, hostsOf, missingSecrets, refuseLocalNames } from "./deployment";

/** What the steps of a deployment need; tests replace `wrangler`. */
export interface Deployer {
	readonly deployment: Deployment;
	readonly editions: readonly Edition[];
	/** Runs wrangler and returns its output; throws Stop when it fails. */
	readonly wrangler: (parameters: readonly string[]) => Promise<string>;
	/** Writes the id of a database into wrangler.toml. */
	readonly noteDatabaseId: (binding: string, id: string) => void;
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

/** Updates the schema and the reference data of every edition. Refuses a database with demo accounts. */
export async function provideData({ editions, wrangler, report }: Deployer): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "deploy-"));
	try {
		for (const edition of editions) {
			const database = `DB_${edition.year}`;
			await wrangler(["d1", "migrations", "apply", database, "--remote"]);
			const count = `SELECT count(*) AS demo FROM users WHERE email IN (${demoAccounts.map(({ email }) => `'${email}'`).join(", ")})`;
			const answer = await wrangler(["d1", "execute", database, "--remote", "--json", "--command", count]);
			if (!/"demo":\s*0\b/.test(answer))
				throw new Stop(`${database} holds demo accounts: it must not go online.`);
			const file = join(folder, `${edition.year}.sql`);
			const held = await wrangler([
				"d1",
				"execute",
				database,
				"--remote",
				"--json",
				"--command",
				settingsQuery,
			]);
			const statements = referenceStatements(asSet(edition, settingsIn(held)), "kept", new Date());
			writeFileSync(file, `${statements.map(textOf).join(";\n")};\n`);
			await wrangler(["d1", "execute", database, "--remote", "--yes", "--file", file]);
			report(`${edition.year}: schema and reference data are up to date`);
		}
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** Deploys the Worker with missing secrets, for the hosts of all editions. */
export async function publish({
	deployment,
	editions,
	wrangler,
	environment,
	report,
}: Deployer): Promise<void> {
	const present = await secretsPresent(wrangler);
	refuseLocalNames(present);
	const secrets = missingSecrets(present, environment);
	const hosts = hostsOf(String(deployment.variables.PUBLIC_DOMAIN), editions);
	const folder = mkdtempSync(join(tmpdir(), "deploy-"));
	try {
		const file = join(folder, "secrets.json");
		writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
		const given = Object.keys(secrets);
		await wrangler([
			"deploy",
			...["--domains", ...hosts],
			...(given.length > 0 ? ["--secrets-file", file] : []),
			// Its map is for `npm run traces`.
			...["--outdir", inProject(uploadedWorker)],
		]);
		for (const name of given) report(`set the secret ${name}`);
		if (![...present, ...given].includes("RESEND_API_KEY")) {
			report("RESEND_API_KEY is missing: mail stays queued. npx wrangler secret put RESEND_API_KEY");
		}
	} finally {
		rmSync(folder, { recursive: true });
	}
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
