import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { addDays } from "~/lib/editions/prague-time";
import { newestEdition } from "~editions/index";
import { startSoaringSpotFake } from "~test/fakes/soaring-spot";
import { soaringSpotKeys } from "~test/fakes/soaring-spot-keys";
import { buildWhenStale } from "./lib/build";
import { inProject } from "./lib/paths.mjs";
import { requireFreePort, startDevServer } from "./local/dev-server";
import { completeLocalSecrets } from "./local/local-secrets";
import type { LocalPlace } from "./local/local-state";
import { prepareLocalData } from "./local/prepare-local";
import { stopWithServer } from "./local/stop-with-server";

/*
 * The server of the browser journeys: fresh databases with the demo in a place of its own. On the next port stands the
 * fake of SoaringSpot, with keys for the edition of 2024. Whatever the date, the newest edition is over: the demo tells its whole season.
 */

const folder = inProject(".cache/journeys");
const place: LocalPlace = { state: `${folder}/state`, secrets: `${folder}/secrets.env` };
const port = Number(process.env.JOURNEYS_PORT);

await requireFreePort(port);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const soaringSpot = await startSoaringSpotFake({ ...soaringSpotKeys, port: port + 1 });
const settings = {
	CLOCK: `+${daysUntilOver()}`,
	SOARING_SPOT_BASE_URL: `${soaringSpot.url}/v1/`,
	SOARING_SPOT_CLIENT_ID_2024: soaringSpotKeys.clientId,
	SOARING_SPOT_SECRET_2024: soaringSpotKeys.secret,
};
const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
writeFileSync(place.secrets, completeLocalSecrets(lines.join("")));
await Promise.all([buildWhenStale(), prepareLocalData(place, () => {})]);
// Looked through when the journeys have ended: test/e2e/look-through-log.ts.
const server = await startDevServer(place, port, (text) => appendFileSync(`${folder}/server.log`, text));
// wrangler's proxy keeps a request whose connection broke until another one comes, and each journey may be waiting for its own.
setInterval(() => void fetch(`${server.origin}/api`).catch(() => undefined), 2_000).unref();
await stopWithServer(server);

/** Days from now until the newest edition has ended; 0 when it has. */
function daysUntilOver(): number {
	const over = Date.parse(addDays(newestEdition.competition.to, 2));
	return Math.max(0, Math.ceil((over - Date.now()) / 86_400_000));
}
