/** Tables of a database, those of the platform left out. */
export async function tableNames(database: D1Database): Promise<string[]> {
	const { results } = await database
		.prepare(
			"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite*' AND name NOT GLOB '_cf*'",
		)
		.all<{ name: string }>();
	return results.map(({ name }) => name);
}
