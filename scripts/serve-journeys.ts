import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { buildWhenStale } from "./lib/build";
import { requireFreePort, startDevServer } from "./lib/dev-server";
import { completeLocalSecrets } from "./lib/local-secrets";
import type { LocalPlace } from "./lib/local-state";
import { inProject } from "./lib/paths.mjs";
import { prepareLocalData } from "./lib/prepare-local";
import { stopWithServer } from "./lib/stop-with-server";

/* The server of the browser journeys: fresh databases with the demo in a place of its own. */

const folder = inProject(".cache/journeys");
const place: LocalPlace = { state: `${folder}/state`, secrets: `${folder}/secrets.env` };
const port = Number(process.env.JOURNEYS_PORT);

await requireFreePort(port);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeFileSync(place.secrets, completeLocalSecrets(""));
await Promise.all([buildWhenStale(), prepareLocalData(place, () => {})]);
const server = await startDevServer(place, port);
await stopWithServer(server);
