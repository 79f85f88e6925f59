import { unconnected } from "~/lib/db/read.server";
import { makeResults } from "~/lib/scoring/result-rows.server";
import type { BoundStatement } from "./insert-rows";

/** The statements that make the rows which pages read, of the tables and sheets that are there. */
export function madeResults(): BoundStatement[] {
	return makeResults(unconnected([])).map((statement) => {
		const { sql, params } = statement.toSQL();
		return { sql, values: params };
	});
}
