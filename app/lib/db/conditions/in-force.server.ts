import { and, eq, type SQL, type SQLWrapper } from "drizzle-orm";
import { tasks } from "~db/schema";

type Id = string | SQLWrapper;

/**
 * Condition: a version of a task is in force.
 * @param of the day and the class, where they are asked for: ids, columns or expressions
 */
export function isInForce(of: { readonly dayId?: Id; readonly classId?: Id } = {}): SQL | undefined {
	return and(
		eq(tasks.state, "published"),
		of.dayId === undefined ? undefined : eq(tasks.dayId, of.dayId),
		of.classId === undefined ? undefined : eq(tasks.competitionClassId, of.classId),
	);
}
