import { buildWhenStale, localBuild } from "./lib/build";
import { timed } from "./lib/timed.mjs";
import { banner, clockInWords } from "./local/banner";
import { startDevServer } from "./local/dev-server";
import { startFakeNetwork } from "./local/fake-network";
import { keepServing, serveUntilStopped } from "./local/keep-serving";
import { developersPlace } from "./local/local-state";
import { prepareStart } from "./local/prepare-start";

/* `npm start`: prepares and serves the site on this machine, built as it is deployed. */

console.log("Preparing the databases and the build …");
const { port, clock, setting, beginning, newest } = await prepareStart(() =>
	timed("build", () => buildWhenStale(localBuild)),
);

console.log("Starting the server …");
// Where the gliders of the demo are.
const variables = beginning ? (await startFakeNetwork(newest, setting)).variables : {};
const start = () => startDevServer(developersPlace, port, { build: localBuild, clock: setting, variables });
const server = await timed("server", () => keepServing(start, { report: console.log, schedule: true }));
console.log(banner({ port, time: clockInWords(clock, beginning), hasDemo: beginning !== null, newest }));
await serveUntilStopped(server);
