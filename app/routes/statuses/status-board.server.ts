import { isAdmin } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { currentDay, daysUntilToday } from "~/lib/days/current-day";
import { allDays, currentDate } from "~/lib/days/days-queries.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { byStartNumber, compareNames } from "~/lib/i18n/collate";
import { acceptedCount } from "~/lib/registrations/accepted-queries.server";
import { done, refuse } from "~/lib/result";
import { type CompetitorStatus, statusesOfDate } from "~/lib/statuses/statuses-queries.server";
import type { BoardChoice } from "./board-address";
import { countStatuses } from "./count-statuses";

/** One competitor on the board; organisers also see when and by whom the status was set. */
function toRow(status: CompetitorStatus, admin: boolean) {
	const { id, name, surname, startNumber, registrationNumber, gliderTypeName, updatedAt, setBy } = status;
	return {
		id,
		fullName: `${name} ${surname}`,
		startNumber,
		registrationNumber,
		gliderType: gliderTypeName,
		status: status.status,
		lastChange: admin ? { at: updatedAt, by: setBy } : null,
	};
}

export type BoardRow = ReturnType<typeof toRow>;

/** Glider types that fly on the day, by name. */
function gliderTypesOf(statuses: readonly CompetitorStatus[]) {
	const byId = new Map(statuses.map(({ gliderTypeId, gliderTypeName }) => [gliderTypeId, gliderTypeName]));
	return [...byId].map(([id, name]) => ({ id, name })).toSorted((a, b) => compareNames(a.name, b.name));
}

/**
 * The statuses of the chosen day or of the current one, and what there is to choose from: the days until today, with
 * the chosen one where it lies ahead, and the glider types. A day that there is none of is not found.
 */
export async function readStatusBoard(ctx: Ctx, choice: Pick<BoardChoice, "date" | "gliderTypeId">) {
	const { db } = ctx;
	const today = pragueDate(ctx.now);
	const admin = isAdmin(ctx);
	const [allOfThem, found, accepted] = await db.batch([
		allDays(db),
		statusesOfDate(db, choice.date ?? currentDate(db, today)),
		...(admin ? ([acceptedCount(db)] as const) : ([] as const)),
	]);
	const day = choice.date ? allOfThem.find(({ date }) => date === choice.date) : currentDay(allOfThem, today);
	if (choice.date && !day) return refuse("not-found");

	const statuses = byStartNumber(found);
	const shown = statuses.filter(
		({ gliderTypeId }) => !choice.gliderTypeId || gliderTypeId === choice.gliderTypeId,
	);
	const until = daysUntilToday(allOfThem, today);
	const changes = found.map(({ updatedAt }) => updatedAt.getTime());
	return done({
		day: day ? { id: day.id, name: day.name, date: day.date, task: day.task } : null,
		days: allOfThem
			.filter((other) => until.includes(other) || other === day)
			.map(({ name, date }) => ({ name, date })),
		gliderTypes: gliderTypesOf(statuses),
		rows: shown.map((status) => toRow(status, admin)),
		counts: countStatuses(shown),
		lastChange: changes.length > 0 ? new Date(Math.max(...changes)) : null,
		/** Accepted competitors without a row of that day; only organisers are told. */
		missing: admin ? Math.max(0, (accepted?.[0]?.accepted ?? 0) - statuses.length) : 0,
	});
}

type Reading = Awaited<ReturnType<typeof readStatusBoard>>;
export type StatusBoard = Extract<Reading, { ok: true }>["value"];
