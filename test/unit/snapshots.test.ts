import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { readMigrations } from "../../scripts/database/migrations";
import { removeOlderSnapshots, snapshotsOf } from "../../scripts/database/snapshots";
import { inProject } from "../../scripts/lib/paths.mjs";

test("beside the migrations lies one snapshot of the schema, that of the last", () => {
	const folder = inProject("db/migrations");
	const [number] = readMigrations(folder).at(-1)?.name.split("_") ?? [];
	expect(snapshotsOf(folder).map((path) => basename(path))).toEqual([`${number}_snapshot.json`]);
});

test("all snapshots but the last are removed, and nothing else", () => {
	const folder = mkdtempSync(join(tmpdir(), "snapshots-"));
	try {
		mkdirSync(join(folder, "meta"));
		for (const name of ["0010_snapshot.json", "_journal.json", "0009_snapshot.json"])
			writeFileSync(join(folder, "meta", name), "{}");
		removeOlderSnapshots(folder);
		expect(readdirSync(join(folder, "meta")).sort()).toEqual(["0010_snapshot.json", "_journal.json"]);
	} finally {
		rmSync(folder, { recursive: true });
	}
});
