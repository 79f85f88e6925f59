import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { editions } from "~editions/index";
import { type Deployer, provideData, provideStorage, publish } from "./deploy/deploy-steps";
import {
	compareWithRunning,
	deployedCommit,
	gitOf,
	requireNoComplaint,
	runningCommit,
	tagDeployed,
} from "./deploy/deployed-commit";
import {
	hostsOf,
	placeholderComplaint,
	readDeployment,
	refuseLocalNames,
	withDatabaseId,
	withHosts,
} from "./deploy/deployment";
import { keepSecrets, readKeptSecrets } from "./deploy/kept-secrets";
import { requireNoCompetition } from "./deploy/require-no-competition";
import { sampleLines } from "./deploy/sample";
import { buildWhenStale, deployedBuild } from "./lib/build";
import { openCloudflare } from "./lib/cloudflare";
import { queryByName } from "./lib/cloudflare-database";
import { lastCommit } from "./lib/last-commit";
import { inProject } from "./lib/paths.mjs";
import { Stop } from "./lib/stop.mjs";
import { uploadedWorker, wrangler } from "./lib/wrangler";

/*
 * `npm run deploy [-- --dry-run]`: creates missing databases and buckets, migrates all editions, deploys, and tags the commit. A dry run
 * changes nothing. It refuses what is not committed and what lacks the commit that runs, without `--force "<reason>"`; on a competition
 * day without `--on-competition-day`; and, without a terminal, new hosts without `--take-hosts`.
 */

const { values } = parseArgs({
	options: {
		"dry-run": { type: "boolean", default: false },
		force: { type: "string" },
		"on-competition-day": { type: "boolean", default: false },
		"take-hosts": { type: "boolean", default: false },
	},
});
const deployment = readDeployment();
const domain = String(deployment.variables.PUBLIC_DOMAIN);
const complaint = placeholderComplaint(deployment);
const git = gitOf();

refuseLocalNames(Object.keys(deployment.variables));
const unbound = editions.filter(
	({ year }) => !deployment.databases.some(({ binding }) => binding === `DB_${year}`),
);
if (unbound.length > 0)
	throw new Stop(`wrangler.toml lacks DB_${unbound.map(({ year }) => year).join(", DB_")}.`);

if (values["dry-run"]) await tell();
else await deploy();

async function tell(): Promise<void> {
	console.log(`A deployment would

  1. create what is missing of: ${deployment.databases.map(({ name }) => name).join(", ")},
     the bucket ${deployment.buckets.join(", ")}, and note the ids of the databases and the hosts in wrangler.toml;
  2. apply the migrations to the databases of ${editions.map(({ year }) => year).join(", ")}, refuse one that holds
     demo accounts, and bring the reference data up to date where they have changed;
  3. upload the Worker, with a new TOKEN_SECRET and FACTOR_SECRET if it has none, for
     ${hostsOf(domain, editions).join("\n     ")}
`);
	if (complaint) console.log(`But first: ${complaint}\n`);
	const { complaints, between } = compareWithRunning(git, await saidCommit());
	for (const line of complaints) console.log(`It would refuse: ${line}\n`);
	if (between.length > 0) console.log(`New over what runs:\n\n  ${between.join("\n  ")}\n`);
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
}

/** The commit that the site says. An invented domain has nothing that runs. */
async function saidCommit(): Promise<string | null> {
	return complaint ? null : runningCommit(`https://${domain}`);
}

async function deploy(): Promise<void> {
	if (complaint) throw new Stop(complaint);
	const cloudflare = await openCloudflare();
	const running = (await saidCommit()) ?? (await deployedCommit(cloudflare, deployment.worker));
	const { complaints, between } = compareWithRunning(git, running);
	requireNoComplaint(complaints, values.force);
	for (const line of between) console.log(`  new: ${line}`);
	await requireNoCompetition(editions, values["on-competition-day"], queryByName(cloudflare, deployment));
	await buildWhenStale(deployedBuild, "this commit");
	const inConfiguration = (change: (text: string) => string) => {
		const path = inProject("wrangler.toml");
		writeFileSync(path, change(readFileSync(path, "utf8")));
	};
	const deployer: Deployer = {
		deployment,
		editions,
		commit: lastCommit().commit,
		cloudflare,
		wrangler,
		noteDatabaseId: (binding, id) => inConfiguration((text) => withDatabaseId(text, binding, id)),
		noteHosts: (hosts) => inConfiguration((text) => withHosts(text, hosts)),
		keptSecrets: readKeptSecrets(),
		keepSecrets,
		hasTerminal: process.stdin.isTTY && process.stdout.isTTY,
		takesHosts: values["take-hosts"],
		environment: process.env,
		report: (line) => console.log(`  ${line}`),
	};
	const databases = await provideStorage(deployer);
	const hasFactors = await provideData(deployer, databases);
	await publish(deployer, hasFactors);
	const tag = tagDeployed(git, new Date(), values.force);
	console.log(`\nDeployed${tag ? ` as ${tag}` : ""}: https://${domain}, health at https://${domain}/api/health
Commit wrangler.toml if ids or hosts were noted. The first administrator: npm run admin:invite -- <e-mail> --remote`);
}
