import type { Edition } from "~editions/schema";
import { makeDocuments, makeLogs } from "./old-files";
import { makeDays, makeResults, makeStatuses, makeTrackings } from "./old-flying";
import { type Doc, type Making, type OldSiteSize, startMaking } from "./old-making";
import { makeEntries, makeLists, makeLostEntries, makePeople, type People } from "./old-people";

/*
 * The site before this one: an edition of 60 people with every oddity that its dump has. Collections and fields have the names of the old
 * site.
 */

export interface OldSite extends Pick<Making, "files" | "odd" | "lost"> {
	readonly collections: Record<string, Doc[]>;
}

/** @param size at least 12 people, so that there is one of every oddity */
export function oldSite(
	edition: Edition,
	{ people = 60, logs = 300, fixes = 60 }: Partial<OldSiteSize> = {},
): OldSite {
	const making = startMaking(edition, { people, logs, fixes });
	const { made, odd, lost, files } = making;
	const lists = makeLists(making);
	const days = makeDays(making);
	const persons = makePeople(making);
	const entries = makeEntries(making, lists, persons);
	const { users, admin, strangers } = persons;
	return {
		...{ odd, lost, files },
		collections: {
			regions: lists.regions,
			competitionclasses: [lists.club, lists.other, lists.unknownClass],
			glidertypes: [
				...[...lists.gliders.club, ...lists.gliders.other],
				...[lists.gliders.rare, lists.gliders.lost],
			],
			accomodationtypes: lists.accommodation,
			competitiondays: [...days.days, days.second],
			users: [...users, admin, ...strangers],
			registrations: [...entries, ...makeLostEntries(making, lists, persons, entries)],
			competitorstatuses: makeStatuses(making, days, entries),
			trackings: makeTrackings(making, days, lists),
			dailyresults: makeResults(making, days, lists, persons, entries),
			news: makeNews(making, persons),
			documents: makeDocuments(making),
			igcfiles: makeLogs(making, days, entries),
			contests: [made({ name: edition.title })],
			resetpasswords: [made({ token: "tajemství", user: admin._id })],
			sessions: [made({ session: "neznámá kolekce" })],
		},
	};
}

function makeNews({ made, losing, newId }: Making, { admin }: People): Doc[] {
	const news = (title: string, body: string, author = admin._id) => made({ title, body, author });
	return [
		...Array.from({ length: 8 }, (_, index) =>
			news(`Zpráva ${index + 1}`, "První odstavec.\nDruhý; 'v uvozovkách' ?"),
		),
		losing("news of a lost author", news("Ztracená", "Text", newId())),
		losing("long news", news("Dlouhá", "x".repeat(20_001))),
	];
}
