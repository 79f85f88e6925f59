import { readFileSync } from "node:fs";
import { join } from "node:path";
import { lacksDatabase } from "../database/database-of";
import { miniflareModule } from "../lib/large-modules";
import { configOf, type LocalPlace } from "./local-state";

/** The databases and the bucket of a local Worker, without the Worker. */
interface LocalStores {
	/** @throws Stop for a year without a database */
	readonly databaseOf: (year: number) => Promise<D1Database>;
	readonly files: R2Bucket;
	readonly close: () => Promise<void>;
}

/** The databases of the editions in wrangler.toml: `binding = "DB_2025"`, and behind it the id. */
const databases = /binding = "(DB_\d{4})"[^[]*?database_id = "([^"]*)"/g;
const bucket = /binding = "FILES"[^[]*?bucket_name = "([^"]*)"/;

/**
 * Opens what `openLocalState` opens, by Miniflare alone. Wrangler, which reads the configuration there, takes 170 MB of memory and a second.
 */
export async function openLocalStores(place: LocalPlace): Promise<LocalStores> {
	const config = readFileSync(configOf(place), "utf8");
	const ids = new Map([...config.matchAll(databases)].map(([, binding = "", id = ""]) => [binding, id]));
	const stored = (what: string) => join(place.state, "v3", what);
	const { Miniflare } = miniflareModule();
	const miniflare = new Miniflare({
		modules: true,
		script: "export default { fetch: () => new Response(null, { status: 404 }) }",
		d1Databases: Object.fromEntries(ids),
		d1Persist: stored("d1"),
		r2Buckets: { FILES: bucket.exec(config)?.[1] ?? "" },
		r2Persist: stored("r2"),
	});
	return {
		databaseOf: async (year) => {
			if (!ids.has(`DB_${year}`)) throw lacksDatabase(year);
			return (await miniflare.getD1Database(`DB_${year}`)) as unknown as D1Database;
		},
		files: (await miniflare.getR2Bucket("FILES")) as unknown as R2Bucket,
		close: () => miniflare.dispose(),
	};
}
