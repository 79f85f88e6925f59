import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { inProject } from "./lib/paths.mjs";
import { Stop } from "./lib/stop.mjs";
import { uploadedWorker } from "./lib/wrangler";
import { createTraceMapper } from "./local/mapped-traces";

/* `npx wrangler tail --format json | npm run traces`: the log of a deployed Worker, with files and lines of the sources. */

if (!existsSync(inProject(`${uploadedWorker}/index.js.map`)))
	throw new Stop(
		"Nothing was deployed from here. Check out the commit that /api/health names, and run `npm run deploy -- --dry-run`.",
	);
const mapTrace = createTraceMapper(uploadedWorker);
createInterface({ input: process.stdin }).on("line", (line) => console.log(mapTrace(line)));
