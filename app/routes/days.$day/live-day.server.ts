import type { Ctx } from "~/lib/context";
import { isPilotDay, takesPart } from "~/lib/db/conditions.server";
import { flown, isClassFlown, isGliderFlown } from "~/lib/db/flown.server";
import { hoursMinutesSeconds } from "~/lib/editions/clock-times";
import { pragueDate } from "~/lib/editions/prague-time";
import { handicapOf } from "~/lib/entries/gliders";
import { formatKilometres, formatNumber } from "~/lib/i18n/format-number";
import { textsOf } from "~/lib/i18n/i18n.server";
import { liveMapOf, readPublicPositions } from "~/lib/live/live-map.server";
import { minutesLate } from "~/lib/live/live-queries.server";
import type { LiveDay } from "~/lib/live/live-types";
import { type ProjectedLine, projectedOrder } from "~/lib/live/projected-order";
import { flownRace } from "~/lib/live/task-progress";
import type { BackgroundMap } from "~/lib/maps/background-map";
import { pick } from "~/lib/pick";
import type { StoredTask } from "~/lib/tasks/tasks-queries.server";
import { competitionClasses, gliderTypes, pilotDays, registrations } from "~db/schema";
import type { pilotsOfDate } from "./day-rows.server";

interface DayInTheAir {
	readonly positions: LiveDay;
	/** By id of the entry. */
	readonly handicaps: ReadonlyMap<string, number>;
}

/** Reads where everybody is on a day; null where that is not shown, and of another day than today. */
export async function readDayInTheAir(
	ctx: Ctx,
	{ id, date }: { readonly id: string; readonly date: string },
): Promise<DayInTheAir | null> {
	if (!ctx.live || date !== pragueDate(ctx.now)) return null;
	const [positions, handicaps] = await Promise.all([readPublicPositions(ctx, true), handicapsOf(ctx, id)]);
	return { positions, handicaps };
}

interface ClassInTheAir {
	readonly task: StoredTask | undefined;
	readonly stage: string;
	/** Places with names, beside the points of the task. */
	readonly places: BackgroundMap["places"];
	readonly pilots: Awaited<ReturnType<typeof pilotsOfDate>>;
}

/** What the page shows of a class in the air; nulls of one that is not, or is not shown. */
export function liveOfClass(
	ctx: Ctx,
	day: DayInTheAir | null,
	{ task, stage, places, pilots }: ClassInTheAir,
) {
	if (!day || !task || stage !== "air") return { live: null, order: null };
	const { points, classType } = task;
	const shown = { kind: "page" as const, classType, points, places: [...points, ...places] };
	return {
		/** The gliders on the map. */
		live: liveMapOf(ctx, day.positions, shown),
		/** Who will probably win; null while nothing is said of it. */
		order: liveOrder(ctx, task, day, pilots),
	};
}

/** Reads the handicaps of a day by id of the entry. */
async function handicapsOf({ db }: Ctx, dayId: string): Promise<ReadonlyMap<string, number>> {
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

/** The order of a class in words; null while it is hidden. Without a name a pilot takes no part in the class any more. */
function liveOrder(
	ctx: Ctx,
	task: StoredTask,
	{ positions, handicaps }: DayInTheAir,
	pilots: ClassInTheAir["pilots"],
) {
	const { t } = textsOf(ctx.language);
	const names = new Map(pilots.map((one) => [one.registrationId, `${one.name} ${one.surname}`]));
	const racers = positions.pilots
		.filter(({ classType, entryId }) => classType === task.classType && names.has(entryId))
		.map((pilot) => ({
			...pick(pilot, "entryId", "startNumber", "progress"),
			handicap: task.scoring.handicaps ? (handicaps.get(pilot.entryId) ?? 1) : 1,
		}));
	const starters = pilots.filter(({ status }) => status === null || status === "FLYING").length;
	const late = minutesLate(ctx.edition, positions.delays, task.classType) * 60_000;
	const lines = projectedOrder(racers, flownRace(task, task.date), starters, ctx.now.getTime() - late);
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
