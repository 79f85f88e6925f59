/** A statement and the values bound to it. */
export type Statement = readonly [query: string, values: readonly unknown[]];

/** The Worker that runs statements for the benchmark, next to the one that is measured. */
export const databaseWorker = `export default { async fetch(request, env) {
	const { binding, statements } = await request.json();
	const database = env[binding];
	const results = await database.batch(statements.map(([query, values]) => database.prepare(query).bind(...values)));
	return Response.json(results.at(-1).results);
} };`;

/** One edition's database, written to in batches. */
export interface Database {
	/** Runs statements as one batch. @returns the rows of the last one */
	run(statements: readonly Statement[]): Promise<Record<string, unknown>[]>;
}

export function databaseAt(origin: URL, year: number): Database {
	return {
		async run(statements) {
			const response = await fetch(origin, {
				method: "POST",
				// workerd drops idle connections, long before the next batch.
				headers: { Connection: "close" },
				body: JSON.stringify({ binding: `DB_${year}`, statements }),
			});
			if (!response.ok) throw new Error(await response.text());
			return (await response.json()) as Record<string, unknown>[];
		},
	};
}
