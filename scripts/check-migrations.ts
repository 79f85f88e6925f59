import { readFileSync } from "node:fs";
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from "drizzle-kit/api";
import * as schema from "~db/schema";
import { complaintsAbout } from "./database/migration-rules";
import { readMigrations } from "./database/migrations";
import { inProject } from "./lib/paths.mjs";
import { Stop } from "./lib/stop.mjs";

/* `npm run db:check`: checks the migrations against their rules and the schema. */

const folder = inProject("db/migrations");
const migrations = readMigrations(folder);
const complaints = complaintsAbout(migrations);

const number = migrations.at(-1)?.name.split("_")[0];
const snapshot = JSON.parse(readFileSync(`${folder}/meta/${number}_snapshot.json`, "utf8"));
const missing = await generateSQLiteMigration(snapshot, await generateSQLiteDrizzleJson(schema));
if (missing.length > 0) {
	complaints.push(`db/schema.ts is ahead of the migrations (npm run db:generate):\n${missing.join("\n")}`);
}

if (complaints.length > 0) throw new Stop(complaints.join("\n"));
console.log(`The migrations up to ${number} keep the rules and are in step with the schema.`);
