import { hashPassword } from "~/lib/accounts/password/password.server";
import { editions } from "~editions/index";
import { databaseOf } from "../database/database-of";
import { applyMigrations, readMigrations } from "../database/migrations";
import { demoPassword } from "../demo/demo-account";
import { isEmpty, loadDemo } from "../demo/demo-data";
import { inProject } from "../lib/paths.mjs";
import { demoBeginning } from "./demo-clock";
import { type LocalPlace, openLocalState } from "./local-state";

export interface LocalData {
	/** CLOCK among the secrets. */
	readonly clock: string | undefined;
	/** When the clock of the demo begins; null without the demo. */
	readonly beginning: Date | null;
}

/**
 * Migrates the local databases of all editions and loads the demo into empty ones.
 * @param report gets a line for each step
 */
export async function prepareLocalData(
	place: LocalPlace,
	report: (line: string) => void = () => {},
): Promise<LocalData> {
	const migrations = readMigrations(inProject("db/migrations"));
	const { env, close } = await openLocalState(place);
	let passwordHash: string | undefined;
	try {
		for (const edition of editions) {
			const database = databaseOf(env, edition.year);
			const applied = await applyMigrations(database, migrations);
			if (applied.length > 0) report(`${edition.year}: applied ${applied.join(", ")}`);
			if (!(await isEmpty(database))) continue;
			passwordHash ??= await hashPassword(demoPassword);
			await loadDemo(env, edition, passwordHash);
			report(`${edition.year}: loaded the demo`);
		}
		return { clock: env.CLOCK, beginning: await demoBeginning(env) };
	} finally {
		await close();
	}
}
