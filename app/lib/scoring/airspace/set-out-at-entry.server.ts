import type { ClassDay } from "~/lib/class-day";
import type { AdminCtx } from "~/lib/context";
import { findingKey } from "../finding-values";
import { changedDecision } from "../score-decision";
import { type Decided, writeDecision } from "../write-decision.server";

/**
 * Scores a flight as out where it entered an airspace.
 * @param finding as `findingKey` names it; `stale` when the flight has it no more
 * @param reason what happened
 */
export function setOutAtEntry(
	ctx: AdminCtx,
	where: ClassDay,
	registrationId: string,
	finding: string,
	reason: string,
): Decided {
	return writeDecision(ctx, where, registrationId, reason, ({ decision, row }) => {
		const entry = row?.flight?.findings.find((one) => findingKey(one) === finding);
		const distanceM = entry?.space?.outDistanceM ?? null;
		if (distanceM === null) return null;
		return changedDecision(decision, { override: { out: true, distanceM }, reason });
	});
}
