/** A statement and the values bound to it. */
export type Statement = readonly [query: string, values: readonly unknown[]];

/** Runs the statements of the benchmark, beside the measured Worker. */
export const databaseWorker = `export default { async fetch(request, env) {
	const { binding, statements } = await request.json();
	const database = env[binding];
	const results = await database.batch(statements.map(([query, values]) => database.prepare(query).bind(...values)));
	return Response.json(results.at(-1).results);
} };`;

/** The database of one edition. */
export interface Database {
	/** Runs one batch. @returns the rows of the last statement */
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
