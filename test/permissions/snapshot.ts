import { env } from "cloudflare:test";
import { sha256Hex } from "~/lib/digest";
import { schemaOf, tablesOf } from "~test/support/schema";

const years = [2024, 2025] as const;

/** Number of rows and digest of every table of both editions, and the keys of the bucket, by name. */
export type Snapshot = Readonly<Record<string, string>>;

export async function takeSnapshot(): Promise<Snapshot> {
	const state: Record<string, string> = {};
	for (const year of years) {
		const database = env[`DB_${year}`];
		if (!database) throw new Error(`no database for ${year}`);
		const tables = tablesOf(await schemaOf(database));
		const contents = await database.batch(tables.map((table) => database.prepare(`SELECT * FROM ${table}`)));
		for (const [at, { results }] of contents.entries()) {
			const bytes = new TextEncoder().encode(JSON.stringify(results));
			state[`${year} ${tables[at]}`] = `${results.length} rows, ${await sha256Hex(bytes)}`;
		}
	}
	const { objects } = await env.FILES.list();
	state.files = objects.map(({ key }) => key).join();
	return state;
}

/** What differs. */
export function changesBetween(before: Snapshot, after: Snapshot): string[] {
	return Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
}
