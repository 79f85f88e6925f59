import { createHash } from "node:crypto";
import { z } from "zod";
import type { Cloudflare } from "./cloudflare";
import { Stop } from "./stop.mjs";

/* A database at Cloudflare, by the calls of its API that wrangler makes. */

export interface CloudflareDatabase {
	readonly query: (sql: string) => Promise<Record<string, unknown>[]>;
	/** Executes all of it or nothing. */
	readonly importSql: (sql: string) => Promise<void>;
	readonly exportSql: (left: "schema" | "data") => Promise<string>;
}

const answerSchema = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())) }));

/** What an import and an export say of themselves until they are complete. */
const stateSchema = z.object({
	success: z.boolean(),
	status: z.string().optional(),
	at_bookmark: z.string().optional(),
	error: z.string().optional(),
	errors: z.array(z.string()).optional(),
	result: z.object({ signed_url: z.string().optional() }).optional(),
});
type State = z.infer<typeof stateSchema>;

const uploadSchema = z.object({ upload_url: z.string(), filename: z.string() });

/** @param id that Cloudflare has given the database */
export function openDatabase({ change }: Cloudflare, id: string): CloudflareDatabase {
	const ask = (act: string, body: unknown) => change("POST", `/d1/database/${id}/${act}`, body);
	const poll = async (act: string, first: unknown, next: (bookmark: string | undefined) => unknown) => {
		let state = stateSchema.parse(first);
		while (isUnderWay(state)) state = stateSchema.parse(await ask(act, next(state.at_bookmark)));
		return state;
	};
	return {
		query: async (sql) => answerSchema.parse(await ask("query", { sql }))[0]?.results ?? [],
		importSql: async (sql) => {
			const etag = createHash("md5").update(sql).digest("hex");
			const begun = await ask("import", { action: "init", etag });
			const upload = uploadSchema.safeParse(begun);
			// One that is there from an earlier try is imported at once.
			const first = upload.success ? await sendSql(upload.data, sql, etag) : begun;
			await poll("import", first, (bookmark) => ({ action: "poll", current_bookmark: bookmark }));
		},
		exportSql: async (left) => {
			const dump_options = { no_schema: left === "schema", no_data: left === "data", tables: [] };
			const request = (bookmark?: string) => ({
				output_format: "polling",
				dump_options,
				current_bookmark: bookmark,
			});
			const { result } = await poll("export", await ask("export", request()), request);
			const file = await fetch(result?.signed_url ?? "");
			if (!file.ok) throw new Stop(`The export cannot be fetched: ${file.status}`);
			return file.text();
		},
	};

	async function sendSql({ upload_url, filename }: z.infer<typeof uploadSchema>, sql: string, etag: string) {
		const { ok, status } = await fetch(upload_url, { method: "PUT", body: sql });
		if (!ok) throw new Stop(`The SQL cannot be sent: ${status}`);
		return ask("import", { action: "ingest", filename, etag });
	}
}

/** @throws Stop when it has failed */
function isUnderWay({ success, status, error, errors }: State): boolean {
	if (success && status === "complete") return false;
	if (success && status !== "error") return true;
	throw new Stop(`The database refuses: ${error ?? errors?.join("\n") ?? "it does not say why"}`);
}
