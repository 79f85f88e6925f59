import type { Ctx } from "~/lib/context";
import { countStatuses, isInTheAir } from "~/lib/days/statuses/count-statuses.server";
import { read } from "~/lib/db/read.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { classByType } from "~/lib/entries/classes-queries.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { pick } from "~/lib/pick";
import type { RowPenalty } from "~db/schema";
import { classTotal, validDays } from "./class-total";
import type { DayResult } from "./day-result";
import { resultsOf, toResults } from "./results-queries.server";
import { leftOutDay, partedSums } from "./total-in-words.server";

export type TotalSheet = NonNullable<Awaited<ReturnType<typeof readTotalSheet>>>;

/** The total of a class, as a jury signs it: each day with its state, each row with its penalties. Null while no day is scored. */
export async function readTotalSheet({ db, now, language }: Ctx, classType: string) {
	const [competitionClass] = await classByType(db, classType);
	if (!competitionClass) return null;
	const { id: classId, type } = competitionClass;
	const today = pragueDate(now);
	const { statuses, ...found } = await read(db, {
		statuses: countStatuses(db, today),
		...resultsOf(db, { classId }),
	});
	const results = toResults(found, null);
	const total = classTotal(results, isInTheAir(statuses, classId) ? today : null);
	if (!total) return null;
	const { t } = textsOf(language);
	return {
		classId,
		classType: type,
		...pick(total, "status", "updatedAt", "days"),
		/** Number of the days that count as such. */
		counted: validDays(total).length,
		leftOut: leftOutDay(total, language),
		/** By what equal sums on the podium were parted. */
		parted: partedSums(total, language),
		words: { invalid: t("results.invalid"), nation: t("results.sheet.nation") },
		rows: [...total.rows, ...total.disqualified].map((row) => ({
			...row,
			/** By day, those that are in its points. */
			penalties: total.days.map(({ dayId }) => {
				const day = results.find((one) => one.dayId === dayId);
				return penaltiesOf(day?.rows.find((one) => isSameCompetitor(one, row)));
			}),
		})),
	};
}

type Known = Pick<DayResult, "competitor" | "registrationId">;

function isSameCompetitor(one: Known, other: Known): boolean {
	const isSameEntry = one.registrationId !== null && one.registrationId === other.registrationId;
	return isSameEntry || one.competitor === other.competitor;
}

/** Without its reason where only others know it. */
function penaltiesOf(row: DayResult | undefined): readonly RowPenalty[] {
	const points = row?.penalty ?? 0;
	if (points === 0) return [];
	if (points !== row?.ours?.penalty) return [{ points, text: "" }];
	return row.ours.penalties.filter((one) => one.points > 0);
}
