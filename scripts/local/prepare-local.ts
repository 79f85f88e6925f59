import { hashPassword } from "~/lib/accounts/password/password.server";
import { editions, newestEdition } from "~editions/index";
import type { Edition } from "~editions/schema";
import { databaseOf } from "../database/database-of";
import { prepareAll } from "../database/insert-rows";
import { applyMigrations, readMigrations } from "../database/migrations";
import { demoPassword } from "../demo/demo-account";
import { isEmpty, loadDemo } from "../demo/demo-data";
import { loadEvening, showsEvening } from "../demo/evening";
import { storeDemoRelief } from "../demo/relief";
import { openedQuery, openedYears } from "../lib/opened-years";
import { inProject } from "../lib/paths.mjs";
import { referenceStatements, updateReferenceData } from "../reference/reference-data";
import { demoBeginning } from "./demo-clock";
import { type LocalPlace, openLocalState } from "./local-state";
import { cutOf, keepCut, removeOtherCut } from "./rewrite-demo";

export interface LocalData {
	/** CLOCK among the secrets. */
	readonly clock: string | undefined;
	/** When the clock of the demo begins; null without the demo. */
	readonly beginning: Date | null;
	/** The edition of the main domain. */
	readonly newest: Edition;
}

interface PrepareOptions {
	/** Gets a line for each step. */
	readonly report?: (line: string) => void;
	/** Editions that get the demo, by default all that do not start as drafts. The others get the reference data alone. */
	readonly withDemo?: readonly Edition[];
	/** CLOCK of the server, where it is set for this start: the demo is cut at it, and in the evening of its day its evening is written, too. */
	readonly clock?: string | undefined;
}

/** The demo has people, entries and flights: a draft has none. */
const demoEditions = editions.filter(({ startsAsDraft }) => !startsAsDraft);

/** Migrates the local databases of all editions and fills empty ones. */
export async function prepareLocalData(
	place: LocalPlace,
	{ report = () => {}, withDemo = demoEditions, clock }: PrepareOptions = {},
): Promise<LocalData> {
	const migrations = readMigrations(inProject("db/migrations"));
	const cut = cutOf(clock);
	const kept = await removeOtherCut(place, cut);
	if (kept) report(kept);
	const { env, close } = await openLocalState(place);
	let passwordHash: string | undefined;
	try {
		for (const edition of editions) {
			const database = databaseOf(env, edition.year);
			const applied = await applyMigrations(database, migrations);
			if (applied.length > 0) report(`${edition.year}: applied ${applied.join(", ")}`);
			if (!(await isEmpty(database))) {
				await updateReferenceData(database, edition);
				continue;
			}
			if (!withDemo.includes(edition)) {
				await database.batch(prepareAll(database, referenceStatements(edition, "corrected", new Date())));
				report(`${edition.year}: loaded the reference data`);
				continue;
			}
			passwordHash ??= await hashPassword(demoPassword);
			await loadDemo(env, edition, passwordHash, cut);
			if (edition === newestEdition()) keepCut(place, cut);
			report(`${edition.year}: loaded the demo`);
		}
		const beginning = await demoBeginning(env);
		if (beginning) await storeDemoRelief(env.FILES);
		if (beginning && showsEvening(clock ?? env.CLOCK) && (await loadEvening(env, newestEdition())))
			report(`${newestEdition().year}: loaded the evening of the demo`);
		const query = async (year: number) => (await databaseOf(env, year).prepare(openedQuery).all()).results;
		return { clock: env.CLOCK, beginning, newest: newestEdition(await openedYears(query)) };
	} finally {
		await close();
	}
}
