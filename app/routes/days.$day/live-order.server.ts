import type { Ctx } from "~/lib/context";
import { isPilotDay, takesPart } from "~/lib/db/conditions.server";
import { flown, isClassFlown, isGliderFlown } from "~/lib/db/flown.server";
import { handicapOf } from "~/lib/entries/gliders";
import { formatKilometres, formatNumber } from "~/lib/i18n/format-number";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { LiveDay } from "~/lib/live/live-types";
import { type ProjectedLine, projectedOrder } from "~/lib/live/projected-order";
import { flownRace } from "~/lib/live/task-progress";
import { pick } from "~/lib/pick";
import { hoursMinutesSeconds } from "~/lib/tasks/clock-times";
import type { StoredTask } from "~/lib/tasks/tasks-queries.server";
import { competitionClasses, gliderTypes, pilotDays, registrations } from "~db/schema";

/** Reads the handicaps of a day by id of the entry; asked for only while positions are shown. */
export async function handicapsOf({ db }: Ctx, dayId: string): Promise<ReadonlyMap<string, number>> {
	const rows = await db
		.select({ id: registrations.id, ...pick(flown, "gliderIndex", "referenceIndex") })
		.from(registrations)
		.leftJoin(pilotDays, isPilotDay(dayId))
		.innerJoin(gliderTypes, isGliderFlown)
		.innerJoin(competitionClasses, isClassFlown)
		.where(takesPart(dayId));
	return new Map(
		rows.map(({ id, gliderIndex, referenceIndex }) => [id, handicapOf(gliderIndex, referenceIndex) ?? 1]),
	);
}

interface ClassInTheAir {
	readonly task: StoredTask;
	readonly day: LiveDay;
	readonly handicaps: ReadonlyMap<string, number>;
	/** Names by id of the entry. */
	readonly names: ReadonlyMap<string, string>;
}

/** The order of a class in words; null while it is hidden. Without a name a pilot takes no part in the class any more. */
export function liveOrder(ctx: Ctx, { task, day, handicaps, names }: ClassInTheAir) {
	const { t } = textsOf(ctx.language);
	const racers = day.pilots
		.filter(({ classType, entryId }) => classType === task.classType && names.has(entryId))
		.map((pilot) => ({
			...pick(pilot, "entryId", "startNumber", "progress"),
			handicap: task.scoring.handicaps ? (handicaps.get(pilot.entryId) ?? 1) : 1,
		}));
	const late = (day.delays[task.classType] ?? 0) * 60_000;
	const lines = projectedOrder(racers, flownRace(task, task.date), ctx.now.getTime() - late);
	if (!lines) return null;
	const isRace = task.kind !== "AAT";
	return {
		title: t(isRace ? "live.order" : "live.order.areas"),
		note: t("live.order.note"),
		isRace,
		lines: lines.map((line, place) => ({
			...pick(line, "entryId", "startNumber"),
			name: names.get(line.entryId) ?? "",
			text: isRace ? inWords(ctx, line, place === 0 ? lines[1] : undefined) : onAreas(ctx, line),
		})),
	};
}

/** "leg 2, 84 km left, leads by 3 min". @param second the line behind the first one */
function inWords({ language }: Ctx, line: ProjectedLine, second: ProjectedLine | undefined): string {
	const { t } = textsOf(language);
	const { next, leftM, isFinished, behindS } = line;
	const minutes = (seconds: number) => formatNumber(Math.max(1, Math.round(seconds / 60)), language);
	const parts = isFinished
		? [t("live.order.finished")]
		: [
				t("live.order.leg", { leg: next }),
				t("live.order.left", { kilometres: formatKilometres(leftM ?? 0, language, { decimals: 0 }) }),
			];
	if (behindS === 0 && second?.behindS)
		parts.push(t("live.order.leads", { minutes: minutes(second.behindS) }));
	if (behindS) parts.push(t("live.order.behind", { minutes: minutes(behindS) }));
	return parts.join(", ");
}

/** "85 km in 1:23 h". */
function onAreas({ language }: Ctx, { doneM, elapsedS, isFinished }: ProjectedLine): string {
	const { t } = textsOf(language);
	const flownPart = t("live.order.flown", {
		kilometres: formatKilometres(doneM, language, { decimals: 0 }),
		time: hoursMinutesSeconds(elapsedS).slice(0, -":00".length),
	});
	return isFinished ? `${t("live.order.finished")}, ${flownPart}` : flownPart;
}
