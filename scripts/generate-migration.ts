import { spawnSync } from "node:child_process";
import { removeOlderSnapshots } from "./database/snapshots";
import { inProject, projectRoot } from "./lib/paths.mjs";

/* `npm run db:generate -- --name=<what changes>`: writes a migration for what has changed in db/schema. */

const drizzleKit = inProject("node_modules/drizzle-kit/bin.cjs");
// At the terminal, as it asks what has been renamed.
const { status } = spawnSync(process.execPath, [drizzleKit, "generate", ...process.argv.slice(2)], {
	cwd: projectRoot,
	stdio: "inherit",
});
removeOlderSnapshots(inProject("db/migrations"));
process.exitCode = status ?? 1;
