import { isAdmin } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { currentDay, daysUntilToday } from "~/lib/days/current-day";
import { allDays, currentDate } from "~/lib/days/days-queries.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { compareNames, sortedByStartNumber } from "~/lib/i18n/collate";
import { acceptedCount } from "~/lib/registrations/accepted-queries.server";
import { done, refuse } from "~/lib/result";
import { type CompetitorStatus, statusesOfDate } from "~/lib/statuses/statuses-queries.server";
import type { BoardChoice } from "./board-address";
import { countStatuses } from "./count-statuses";

/** Only organisers see the last change. */
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

function gliderTypesOf(statuses: readonly CompetitorStatus[]) {
	const byId = new Map(statuses.map(({ gliderTypeId, gliderTypeName }) => [gliderTypeId, gliderTypeName]));
	return [...byId].map(([id, name]) => ({ id, name })).toSorted((a, b) => compareNames(a.name, b.name));
}

/** The days to choose from end with today; a later day is among them only while it is shown. */
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

	const statuses = sortedByStartNumber(found);
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
		/** Number of accepted competitors without a status on that day; 0 for visitors. */
		missing: admin ? Math.max(0, (accepted?.[0]?.accepted ?? 0) - statuses.length) : 0,
	});
}

type Reading = Awaited<ReturnType<typeof readStatusBoard>>;
export type StatusBoard = Extract<Reading, { ok: true }>["value"];
