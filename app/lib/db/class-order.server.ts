import { type SQL, sql } from "drizzle-orm";
import { competitionClasses } from "~db/schema";
import type { Db } from "./client.server";

/** Expression that sorts the rows of a query, which joins the classes, by the order of the edition's file. Other classes come last. */
export function classOrder({ classTypes }: Db): SQL {
	const type = sql`json_quote(${competitionClasses.type})`;
	return sql`instr(${JSON.stringify(classTypes)} || ${type}, ${type})`;
}
