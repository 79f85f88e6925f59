import { readFileSync } from "node:fs";
import { readDeployment } from "./deploy/deployment";
import { buildWhenStale, deployedBuild } from "./lib/build";
import { editionOfArgument } from "./lib/edition-argument";
import { Stop } from "./lib/stop.mjs";
import { timed } from "./lib/timed.mjs";
import { startDevServer } from "./local/dev-server";
import { executeLocally } from "./local/execute-locally";
import { keepServing, serveUntilStopped } from "./local/keep-serving";
import { freePortFrom, isPortFree } from "./local/ports";
import { startFront } from "./serve/front";
import { readServeOptions } from "./serve/serve-options";
import { makePlace, updateDatabases } from "./serve/served-place";
import { addressesInWords, lackingSettings } from "./serve/served-settings";

/*
 * `npm run serve -- --data <folder> [--port <number>] (--cert <file> --key <file> | --trust-proxy <address>)`: serves the deployed build in
 * production mode on this machine, without Cloudflare.
 */

/** The Worker listens to this machine alone, at the first free port. */
const firstWorkerPort = 18_787;

const { data, ...front } = readServeOptions(process.argv.slice(2));
// Before the build, which takes minutes.
if (!(await isPortFree(front.port)))
	throw new Stop(`Another program listens on port ${front.port}. Another port is chosen by --port.`);
const place = makePlace(data);
for (const line of lackingSettings(readDeployment().variables, readFileSync(place.secrets, "utf8")))
	console.log(line);
console.log("Preparing the databases and the build …");
await timed("build", () => buildWhenStale(deployedBuild));
await timed("databases", () => updateDatabases(place, (line) => console.log(`  ${line}`)));
const newest = await editionOfArgument(undefined, (year, sql) => executeLocally(place, year, sql));
const workerPort = await freePortFrom(firstWorkerPort);
const server = await timed("server", () =>
	keepServing(() => startDevServer(place, workerPort), { report: console.log, schedule: true }),
);
await startFront({ ...front, workerPort });
console.log(`${newest.title} and the years before are served on port ${front.port}, data in ${data}.`);
console.log(addressesInWords(readDeployment().variables, readFileSync(place.secrets, "utf8"), front));
await serveUntilStopped(server);
