import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readDeployment } from "../deploy/deployment";
import { Stop } from "../lib/stop.mjs";
import { wrangler } from "../lib/wrangler";
import type { OpenStorage } from "./store-tiles";

/** Wrangler fails for an object that is not there: only the index may be missing. */
export function openRemote(): OpenStorage {
	const [bucket = ""] = readDeployment().buckets;
	const folder = mkdtempSync(join(tmpdir(), "terrain-"));
	const file = join(folder, "object");
	const object = (verb: "get" | "put", key: string) =>
		wrangler(["r2", "object", verb, `${bucket}/${key}`, "--file", file, "--remote"]);
	return {
		get: async (key) => {
			try {
				await object("get", key);
				return new Uint8Array(readFileSync(file));
			} catch (error) {
				if (error instanceof Stop && /does not exist/i.test(error.message)) return null;
				throw error;
			}
		},
		put: async (key, bytes) => {
			writeFileSync(file, bytes);
			await object("put", key);
		},
		close: async () => rmSync(folder, { recursive: true }),
	};
}
