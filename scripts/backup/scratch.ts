import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { readDeployment } from "../deploy/deployment";
import { openCloudflare } from "../lib/cloudflare";
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

const databaseSchema = z.object({ name: z.string(), uuid: z.string() });

/** Beside the databases of the deployment, in the same account. */
export async function openRemoteScratch(years: readonly number[]): Promise<OpenStorage> {
	const cloudflare = await openCloudflare();
	const { databases } = readDeployment();
	const remove = (id: string) => cloudflare.change("DELETE", `/d1/database/${id}`);
	const made = new Map<number, string>();
	for (const year of years) {
		const name = `${databases.find(({ binding }) => binding === `DB_${year}`)?.name}-rehearsal`;
		const left = z.array(databaseSchema).parse(await cloudflare.read(`/d1/database?name=${name}`));
		// Of a rehearsal that broke off.
		for (const one of left) if (one.name === name) await remove(one.uuid);
		const created = databaseSchema.parse(await cloudflare.change("POST", "/d1/database", { name }));
		made.set(year, created.uuid);
	}
	const close = async () => {
		for (const id of made.values()) await remove(id);
	};
	return { ...remoteStorage(cloudflare, (year) => made.get(year) ?? ""), close };
}
