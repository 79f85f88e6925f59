import { sql } from "drizzle-orm";
import { dayScores } from "~db/schema";

/* The rows of our sheets, for what `results` does not hold: what explains a score. */

/** Joins the rows of a sheet, each as `scored`. */
export const scoredRows = sql`json_each(${dayScores.sheet}, '$.rows') AS scored`;

/** A field of a joined row, by its path in the JSON. */
export const ofRow = <T>(field: string) => sql<T>`json_extract(scored.value, ${sql.raw(`'$.${field}'`)})`;
