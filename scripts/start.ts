import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { editions } from "~editions/index";
import { buildWhenStale, localBuild } from "./lib/build";
import { Stop } from "./lib/stop.mjs";
import { timed } from "./lib/timed.mjs";
import { banner, clockInWords } from "./local/banner";
import { keepClock, requireClock, runningFrom } from "./local/demo-clock";
import { requireFreePort, startDevServer } from "./local/dev-server";
import { keepServing, serveUntilStopped } from "./local/keep-serving";
import { completeLocalSecrets } from "./local/local-secrets";
import { developersPlace } from "./local/local-state";
import { prepareLocalData } from "./local/prepare-local";

/* `npm start`: prepares and serves the site on this machine. */

function portOf(text: string | undefined): number {
	const port = Number(text || 8787);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new Stop(`PORT must be a number from 1 to 65535, not "${text}".`);
}

function writeLocalSecrets(path: string): void {
	const before = existsSync(path) ? readFileSync(path, "utf8") : "";
	const after = completeLocalSecrets(before);
	if (after !== before) writeFileSync(path, after, { mode: 0o600 });
}

const port = portOf(process.env.PORT);
await requireFreePort(port);
writeLocalSecrets(developersPlace.secrets);
console.log("Preparing the databases and the build …");
const [data] = await Promise.all([
	timed("databases", () =>
		prepareLocalData(developersPlace, {
			withDemo: process.env.DEMO === "no" ? [] : editions,
			clock: process.env.CLOCK,
			report: (line) => console.log(`  ${line}`),
		}),
	),
	timed("build", () => buildWhenStale(localBuild)),
]);

const clock = process.env.CLOCK || data.clock;
if (clock) requireClock(clock);
// The same for a server that is started again, so that its clock goes on.
const kept = keepClock(developersPlace, clock || undefined);
const setting = kept ?? (data.beginning ? runningFrom(data.beginning) : undefined);

console.log("Starting the server …");
const start = () => startDevServer(developersPlace, port, { build: localBuild, clock: setting });
const server = await timed("server", () => keepServing(start, { report: console.log, schedule: true }));
console.log(banner(port, clockInWords(clock, data.beginning), data.beginning !== null));
await serveUntilStopped(server);
