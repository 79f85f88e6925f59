import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { editions, newestEdition } from "~editions/index";
import { demoPassword } from "./demo/demo-account";
import { buildWhenStale } from "./lib/build";
import { Stop } from "./lib/stop.mjs";
import { requireFreePort, startDevServer } from "./local/dev-server";
import { completeLocalSecrets } from "./local/local-secrets";
import { developersPlace } from "./local/local-state";
import { prepareLocalData } from "./local/prepare-local";
import { stopWithServer } from "./local/stop-with-server";

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

/** Two aligned columns. */
function table(rows: readonly (readonly [left: string, right: string])[]): string {
	const width = Math.max(...rows.map(([left]) => left.length));
	return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}

function addresses(origin: string, port: number): string {
	const earlier = editions.filter((edition) => edition !== newestEdition).map(({ year }) => year);
	return `
Glider Cup is running:

${table([
	[origin, newestEdition.title],
	[`http://<year>.localhost:${port}`, `earlier years: ${earlier.reverse().join(", ")}`],
	[`${origin}/dev/mail`, "mails that would have been sent"],
])}

Demo accounts, password ${demoPassword}:

${table([
	["admin@example.com", "organiser"],
	["pilot@example.com", "competitor whose entry is accepted"],
	["novice@example.com", "account without an entry"],
])}

Ctrl-C ends it.
`;
}

const port = portOf(process.env.PORT);
await requireFreePort(port);
writeLocalSecrets(developersPlace.secrets);
console.log("Preparing databases and the build …");
const [built] = await Promise.all([
	buildWhenStale(),
	prepareLocalData(developersPlace, (line) => console.log(`  ${line}`)),
]);
if (built) console.log("  built the Worker");

const server = await startDevServer(developersPlace, port);
console.log(addresses(server.origin, port));

await stopWithServer(server);
