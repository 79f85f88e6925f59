import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readDeployment } from "../deploy/deployment";
import { openCloudflare } from "../lib/cloudflare";
import { createDatabase, databasesNamed, openDatabase } from "../lib/cloudflare-database";
import { inProject } from "../lib/paths.mjs";
import type { OpenStorage } from "./backup";
import { openLocalStorage, remoteStorage } from "./storage";

/* Fresh databases for a rehearsal, which closing removes. */

export async function openLocalScratch(): Promise<OpenStorage> {
	const folder = mkdtempSync(join(tmpdir(), "rehearsal-"));
	const config = join(folder, "wrangler.toml");
	copyFileSync(inProject("wrangler.toml"), config);
	writeFileSync(join(folder, ".dev.vars"), "MODE=local\n");
	const storage = await openLocalStorage(config);
	const close = async () => {
		await storage.close();
		rmSync(folder, { recursive: true });
	};
	return { ...storage, close };
}

/** Beside the databases of the deployment, in the same account. */
export async function openRemoteScratch(years: readonly number[]): Promise<OpenStorage> {
	const cloudflare = await openCloudflare();
	const { databases } = readDeployment();
	const remove = (id: string) => cloudflare.change("DELETE", `/d1/database/${id}`);
	const made = new Map<number, string>();
	for (const year of years) {
		const name = `${databases.find(({ binding }) => binding === `DB_${year}`)?.name}-rehearsal`;
		// Of a rehearsal that broke off.
		for (const left of await databasesNamed(cloudflare, name)) await remove(left);
		made.set(year, await createDatabase(cloudflare, name));
	}
	const close = async () => {
		for (const id of made.values()) await remove(id);
	};
	const databaseOf = (year: number) => openDatabase(cloudflare, made.get(year) ?? "");
	return { ...remoteStorage(cloudflare, databaseOf), close };
}
