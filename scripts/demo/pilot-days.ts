import { unconnected } from "~/lib/db/read.server";
import { hasBegun, keepFlown } from "~/lib/entries/keep-flown.server";
import type { grids, pilotDays } from "~db/schema";
import type { BoundStatement } from "../database/insert-rows";

type PilotDay = typeof pilotDays.$inferInsert;
type Of = Pick<PilotDay, "dayId" | "registrationId">;

/** A status as the demo says it. */
export interface DemoStatus extends Of {
	readonly id: string;
	readonly status: NonNullable<PilotDay["status"]> | null;
	readonly updatedAt: Date;
	readonly updatedBy?: string | null;
}

/** What happens to a pilot on the grid of the demo. */
export interface DemoGridPilot extends Of {
	readonly launches: readonly number[];
	readonly isScratched: boolean;
	readonly scratchReason: string | null;
	readonly updatedAt: Date;
	readonly updatedBy: string;
}

const nothing = {
	gridPlace: null,
	launches: [],
	isScratched: false,
	scratchReason: null,
	gridChangedAt: null,
	gridChangedBy: null,
	statusId: null,
	status: null,
	statusAt: null,
	statusBy: null,
};

/** The days of the pilots, of all that the demo says about them. */
export function pilotDaysOf(
	statuses: readonly DemoStatus[],
	onGrid: readonly DemoGridPilot[],
	orders: readonly Pick<typeof grids.$inferInsert, "dayId" | "order">[],
): PilotDay[] {
	const days = new Map<string, PilotDay>();
	const add = (row: PilotDay) => {
		const key = `${row.dayId} ${row.registrationId}`;
		days.set(key, { ...nothing, ...days.get(key), ...row });
	};
	for (const { id, updatedAt, updatedBy, ...status } of statuses)
		add({ ...status, statusId: id, statusAt: updatedAt, statusBy: updatedBy ?? null });
	for (const { updatedAt, updatedBy, ...pilot } of onGrid)
		add({ ...pilot, gridChangedAt: updatedAt, gridChangedBy: updatedBy });
	for (const { dayId, order } of orders)
		for (const [gridPlace, registrationId] of order.entries()) add({ dayId, registrationId, gridPlace });
	return [...days.values()];
}

/** The statement that makes the days keep what is flown on them, since the last of what is said about them. */
export function keptFlown(days: readonly PilotDay[]): BoundStatement {
	const last = Math.max(0, ...days.map(({ statusAt }) => statusAt?.getTime() ?? 0));
	const { sql, params } = keepFlown(unconnected([]), hasBegun, new Date(last)).toSQL();
	return { sql, values: params };
}
