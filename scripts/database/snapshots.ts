import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Paths of the snapshots that drizzle-kit writes beside migrations, oldest first. */
export function snapshotsOf(migrations: string): string[] {
	const folder = join(migrations, "meta");
	return readdirSync(folder)
		.filter((name) => name.endsWith("_snapshot.json"))
		.sort()
		.map((name) => join(folder, name));
}

/** Only the last one is read again, and each is as long as the whole schema. */
export function removeOlderSnapshots(migrations: string): void {
	for (const path of snapshotsOf(migrations).slice(0, -1)) rmSync(path);
}
