import { and, eq } from "drizzle-orm";
import type { StaffCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { done, type Result, refuse } from "~/lib/result";
import { charts, flightResults } from "~db/schema";
import { plainName } from "../airspace/airspace";
import { airspacesInForce, contentOf } from "./charts-queries.server";

interface Decision {
	/** Id of the file in force, as the page has shown it. */
	readonly id: string;
	/** Name of a space that waits. All of that name are meant. */
	readonly name: string;
	readonly isTakenIn: boolean;
}

/** Has flights checked against a space that waits in the file in force, or no longer. All logs become due for a check. */
export async function takeInAirspace(
	ctx: StaffCtx<"tasks">,
	{ id, name, isTakenIn }: Decision,
): Promise<Result<null, "not-found" | "stale">> {
	const { db } = ctx;
	const inForce = await airspacesInForce(db);
	const [chart] = inForce;
	if (chart?.chartId !== id) return refuse("stale");
	const space = contentOf(inForce).find((one) => one.waits && plainName(one.name) === plainName(name));
	if (!space) return refuse("not-found");
	const plain = plainName(name);
	const { takenIn: before } = chart;
	if (before.includes(plain) === isTakenIn) return refuse("stale");
	const takenIn = isTakenIn ? [...before, plain] : before.filter((one) => one !== plain);
	const isAsRead = and(eq(charts.id, id), eq(charts.inForce, true), eq(charts.takenIn, before));
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(db.update(charts).set({ takenIn }).where(isAsRead)),
			db.update(flightResults).set({ airspaceId: null }).where(eq(flightResults.airspaceId, id)),
		],
		audit: {
			action: isTakenIn ? "chart.take-in" : "chart.leave-out",
			subjectId: id,
			after: { name: space.name },
		},
		effects: [{ kind: "all-scores-due", by: "organiser" }],
		visible: true,
	});
	return committed.ok ? done(null) : refuse("stale");
}
