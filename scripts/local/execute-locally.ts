import { statementsIn } from "../backup/short-statements";
import { databaseOf } from "../database/database-of";
import { type LocalPlace, openLocalState } from "./local-state";
import { whenServerRests } from "./when-server-rests";

/**
 * Executes statements on a local database, all or none of them, also while a server works on it.
 * @returns the rows of each
 * @throws Stop when the database stays busy
 */
export async function executeLocally(
	place: LocalPlace,
	year: number,
	sql: string,
): Promise<Record<string, unknown>[][]> {
	const { env, close } = await openLocalState(place);
	try {
		const database = databaseOf(env, year);
		const statements = statementsIn(sql);
		const answers = await whenServerRests(() =>
			database.batch<Record<string, unknown>>(statements.map((one) => database.prepare(one))),
		);
		return answers.map(({ results }) => results);
	} finally {
		await close();
	}
}
