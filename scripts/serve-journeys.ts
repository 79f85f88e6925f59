import { once } from "node:events";
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { pipeline } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { users } from "~db/schema";
import { editions, newestEdition } from "~editions/index";
import { adminEmail, otherAdmins } from "~test/e2e/accounts";
import { startSoaringSpotFake } from "~test/fakes/soaring-spot";
import { soaringSpotKeys } from "~test/fakes/soaring-spot-keys";
import { databaseOf } from "./database/database-of";
import { buildWhenStale } from "./lib/build";
import { inProject } from "./lib/paths.mjs";
import { runningFrom } from "./local/demo-clock";
import { requireFreePort, startDevServer } from "./local/dev-server";
import { keepServing, serveUntilStopped } from "./local/keep-serving";
import { completeLocalSecrets } from "./local/local-secrets";
import { type LocalPlace, openLocalState } from "./local/local-state";
import { freePortFrom } from "./local/ports";
import { prepareLocalData } from "./local/prepare-local";

/*
 * The server of the browser journeys: fresh databases in a place of its own, the newest and that of 2024 with the demo. On the next port
 * stands the fake of SoaringSpot, with keys for the edition of 2024. Whatever the date, the clock begins on the flying day of the demo.
 * With JOURNEYS_DELAY, half of its answers come late, by up to so many milliseconds; with JOURNEYS_CLOCK, the clock begins at that instant.
 */

const folder = inProject(".cache/journeys");
const place: LocalPlace = { state: `${folder}/state`, secrets: `${folder}/secrets.env` };
const port = Number(process.env.JOURNEYS_PORT);
const mostDelay = Number(process.env.JOURNEYS_DELAY ?? 0);

await requireFreePort(port);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const soaringSpot = await startSoaringSpotFake({ ...soaringSpotKeys, port: port + 1 });
// The journeys ask of other editions only their names, and each takes some seconds to fill.
const withDemo = editions.filter((edition) => edition === newestEdition() || edition.year === 2024);
const settings = {
	SOARING_SPOT_BASE_URL: `${soaringSpot.url}/v1/`,
	SOARING_SPOT_CLIENT_ID_2024: soaringSpotKeys.clientId,
	SOARING_SPOT_SECRET_2024: soaringSpotKeys.secret,
};
const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
writeFileSync(place.secrets, completeLocalSecrets(lines.join("")));
const [{ beginning }] = await Promise.all([prepareLocalData(place, { withDemo }), buildWhenStale()]);
const { env, close } = await openLocalState(place);
const database = databaseOf(env, newestEdition().year);
for (const email of otherAdmins) await addOrganiser(database, email);
await close();
const { JOURNEYS_CLOCK } = process.env;
const begins = JOURNEYS_CLOCK ? new Date(JOURNEYS_CLOCK) : beginning;
const clock = begins ? runningFrom(begins) : undefined;
// `test/e2e/look-through-log.ts` reads it when the journeys have ended.
const log = (text: string) => appendFileSync(`${folder}/server.log`, text);
// Without delays the browser meets workerd itself.
const behind = mostDelay > 0 ? await freePortFrom(port + 2) : port;
const start = () => startDevServer(place, behind, { clock, log, portOfLinks: port });
const server = await keepServing(start, { report: log });
if (mostDelay > 0) await delayAnswers(port, behind, mostDelay);
await serveUntilStopped(server);

/** Adds somebody else to the desk, with the password of the demo. */
async function addOrganiser(bound: D1Database, email: string): Promise<void> {
	const db = drizzle(bound);
	const [admin] = await db.select().from(users).where(eq(users.email, adminEmail));
	if (!admin) throw new Error("The demo has no organiser");
	await db.insert(users).values({ ...admin, id: crypto.randomUUID(), name: "Dana", surname: "Polní", email });
}

/**
 * Answers on a port what a server on another one answers, half of it late: at random, by up to so many milliseconds. So answers overtake
 * each other, as they do on a bad line.
 */
async function delayAnswers(port: number, behind: number, mostDelay: number): Promise<void> {
	const server = createServer((asked, answer) => {
		const { method, url, rawHeaders: headers } = asked;
		// A connection for each request: workerd closes kept ones.
		const forwarded = request({ port: behind, host: "localhost", method, path: url, headers, agent: false });
		forwarded.on("response", async (response) => {
			if (Math.random() < 0.5) await pause(Math.random() * mostDelay);
			answer.writeHead(response.statusCode ?? 502, response.rawHeaders);
			pipeline(response, answer, () => {});
		});
		forwarded.on("error", () => answer.destroy());
		answer.on("close", () => forwarded.destroy());
		pipeline(asked, forwarded, () => {});
	});
	server.listen(port, "localhost");
	await once(server, "listening");
}
