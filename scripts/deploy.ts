import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { editions } from "~editions/index";
import { type Deployer, provideData, provideStorage, publish } from "./deploy/deploy-steps";
import {
	hostsOf,
	placeholderComplaint,
	readDeployment,
	refuseLocalNames,
	withDatabaseId,
} from "./deploy/deployment";
import { sampleLines } from "./deploy/sample";
import { buildWhenStale, deployedBuild } from "./lib/build";
import { inProject } from "./lib/paths.mjs";
import { Stop } from "./lib/stop.mjs";
import { uploadedWorker, wrangler } from "./lib/wrangler";

/* `npm run deploy [-- --dry-run]`: creates missing databases and buckets, migrates all editions, deploys. A dry run changes nothing. */

const { values } = parseArgs({ options: { "dry-run": { type: "boolean", default: false } } });
const deployment = readDeployment();
const domain = String(deployment.variables.PUBLIC_DOMAIN);
const complaint = placeholderComplaint(deployment);

refuseLocalNames(Object.keys(deployment.variables));
const unbound = editions.filter(
	({ year }) => !deployment.databases.some(({ binding }) => binding === `DB_${year}`),
);
if (unbound.length > 0)
	throw new Stop(`wrangler.toml lacks DB_${unbound.map(({ year }) => year).join(", DB_")}.`);

if (values["dry-run"]) {
	console.log(`A deployment would

  1. create what is missing of: ${deployment.databases.map(({ name }) => name).join(", ")},
     the bucket ${deployment.buckets.join(", ")}, and note the ids of the databases in wrangler.toml;
  2. apply the migrations to the databases of ${editions.map(({ year }) => year).join(", ")}, refuse one that holds
     demo accounts, and bring the reference data up to date;
  3. upload the Worker, with a new TOKEN_SECRET and FACTOR_SECRET if it has none, for
     ${hostsOf(domain, editions).join("\n     ")}
`);
	if (complaint) console.log(`But first: ${complaint}\n`);
	const ofSample = sampleLines(editions);
	if (ofSample.length > 0) {
		const lines = ofSample.join("\n  ");
		console.log(`Still of the sample, whose people and account are invented:\n\n  ${lines}\n`);
		console.log(
			`They stand in editions/; "Another competition" in docs/operations.md says how to start without them.\n`,
		);
	}
	await buildWhenStale();
	const output = await wrangler(["deploy", "--dry-run", "--outdir", inProject(uploadedWorker)]);
	console.log(
		output
			.split("\n")
			.filter((line) => /Total Upload|DB_|FILES|--dry-run/.test(line))
			.join("\n"),
	);
} else {
	if (complaint) throw new Stop(complaint);
	await buildWhenStale(deployedBuild, "this commit");
	const deployer: Deployer = {
		deployment,
		editions,
		wrangler,
		noteDatabaseId: (binding, id) => {
			const path = inProject("wrangler.toml");
			writeFileSync(path, withDatabaseId(readFileSync(path, "utf8"), binding, id));
		},
		environment: process.env,
		report: (line) => console.log(`  ${line}`),
	};
	await provideStorage(deployer);
	await provideData(deployer);
	await publish(deployer);
	console.log(`\nDeployed: https://${domain}, health at https://${domain}/api/health
Commit wrangler.toml if ids were noted. The first administrator: npm run admin:grant -- <e-mail> --remote`);
}
