import { formatClock } from "~/lib/i18n/format-dates";
import { protestTimeEnds } from "~/lib/scoring/protest-deadline";
import type { protests } from "~db/schema";
import type { Edition } from "~editions/schema";
import { stableId } from "../reference/stable-id";
import type { Field } from "./flown-days";
import type { DemoSheet } from "./scores";
import type { seasonOf } from "./season";

type Season = ReturnType<typeof seasonOf>;
type Protest = typeof protests.$inferInsert;

/** When results become unofficial; UTC. */
const published = "T18:10:00Z";

/** When the results of a sheet become unofficial. */
export function eveningOf({ competitionDays }: Pick<Season, "competitionDays">, { dayId }: DemoSheet): Date {
	const day = competitionDays.find(({ id }) => id === dayId);
	return new Date(`${day?.date}${published}`);
}

/** Rows of a table are written with the columns of the first one, so all have these. */
const noState = {
	state: "preliminary",
	stateSince: null,
	protestsUntil: null,
	revision: 1,
	reopenedAt: null,
	reopenReason: null,
} as const;

/** The final day of the demo is not cancelled. */
const dayOf = (edition: Edition, date: string) => ({ date, finalDate: edition.competition.to });

interface WithStates {
	readonly dayScores: DemoSheet[];
	readonly protests: Protest[];
}

/**
 * How final the scores of the flying season are: the first two days come from SoaringSpot, the third is official here and was reopened
 * after a protest, of the last one the protest time runs. A past season has its results from SoaringSpot.
 */
export function withStates(edition: Edition, field: Field, scored: readonly DemoSheet[]): WithStates {
	const preliminary = scored.map((sheet) => ({ ...sheet, ...noState }));
	if (!field.today) return { dayScores: preliminary, protests: [] };
	const [, , third, last] = field.days.filter(({ id }) => scored.some(({ dayId }) => dayId === id));
	const club = field.competitionClasses.find(({ type }) => type === "club");
	const protests: Protest[] = [];
	const dayScores = preliminary.map((sheet): DemoSheet => {
		if (third && sheet.dayId === third.id) {
			const isProtested = sheet.competitionClassId === club?.id;
			const protest = isProtested ? protestAgainst(edition, sheet, third.date) : null;
			if (protest) protests.push(protest);
			return { ...sheet, ...officialOf(edition, third.date, protest) };
		}
		if (!last || sheet.dayId !== last.id) return sheet;
		const since = new Date(`${last.date}${published}`);
		return {
			...sheet,
			state: "unofficial",
			stateSince: since,
			protestsUntil: protestTimeEnds(edition, dayOf(edition, last.date), since),
		};
	});
	return { dayScores, protests };
}

function officialOf(edition: Edition, date: string, protest: Protest | null) {
	const evening = new Date(`${date}${published}`);
	const hours = (count: number) => new Date(evening.getTime() + count * 3_600_000);
	const revised = protest && {
		revision: 2,
		reopenedAt: hours(14),
		reopenReason: "Protest uznán: odlet podle záznamu",
	};
	const since = revised ? hours(39) : hours(24.5);
	return {
		state: "official" as const,
		stateSince: since,
		protestsUntil: protestTimeEnds(edition, dayOf(edition, date), revised ? hours(14.5) : evening),
		...revised,
	};
}

/** States by the third of the day. */
function protestAgainst(
	{ year }: Edition,
	{ dayId, competitionClassId, sheet }: DemoSheet,
	date: string,
): Protest | null {
	const row = sheet.rows.find(({ rank }) => rank === 3);
	if (!row?.start) return null;
	const start = formatClock(new Date(row.start), "cs");
	const shown = formatClock(new Date(row.start + 105_000), "cs");
	const evening = new Date(`${date}${published}`).getTime();
	return {
		id: stableId(year, "protest", date),
		competitionClassId,
		dayId,
		registrationId: row.registrationId,
		revision: 1,
		text: `Odlet podle záznamu byl v ${start}, v tabulce je ${shown}.`,
		feePaid: true,
		createdAt: new Date(evening + 2 * 3_600_000),
		outcome: "upheld",
		outcomeReason: "Platí čas ze záznamu.",
		decidedAt: new Date(evening + 14 * 3_600_000),
	};
}
