/** Tables, indexes and triggers of a database, by name; those of the platform are left out. */
export type Schema = readonly { readonly type: string; readonly name: string; readonly sql: string | null }[];

export const schemaSql =
	"SELECT type, name, sql FROM sqlite_master WHERE name NOT GLOB 'sqlite*' AND name NOT GLOB '_cf*' ORDER BY name";

export async function schemaOf(database: D1Database): Promise<Schema> {
	const { results } = await database.prepare(schemaSql).all<Schema[number]>();
	return results;
}

export const tablesOf = (schema: Schema) =>
	schema.filter(({ type }) => type === "table").map(({ name }) => name);
