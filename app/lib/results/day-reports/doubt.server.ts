import type { Ctx } from "~/lib/context";
import type { ClassStatuses } from "~/lib/days/statuses/count-statuses.server";
import { secondsOf } from "~/lib/editions/clock-times";
import { instantOf } from "~/lib/editions/prague-time";
import { formatTime } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { lastLight } from "~/lib/maps/sunset";
import type { TaskRules } from "~db/schema";

const hourMs = 3_600_000;

interface ListOfStatuses {
	/** Local date. */
	readonly date: string;
	readonly statuses: Pick<ClassStatuses, "changedAt"> & { readonly counts: { readonly FLYING: number } };
	/** Rules of the class's task in force; null without one, or for a list of several classes. */
	readonly rules: Pick<TaskRules, "finishCloses"> | null;
}

type Moment = Pick<Ctx, "edition" | "now">;

/** What ends a day for those who still fly: the sun, which matters most, or the finish. Null while neither does. */
function endOfFlying({ edition, now }: Moment, { date, rules }: Omit<ListOfStatuses, "statuses">) {
	const sunset = lastLight(date, edition.airfield)?.sunset;
	if (sunset && now.getTime() >= sunset.getTime() - hourMs) return { by: "sunset", at: sunset } as const;
	const closes = secondsOf(rules?.finishCloses ?? null);
	const closed = closes === null ? null : instantOf(date, closes);
	return closed && now >= closed ? ({ by: "finish", at: closed } as const) : null;
}

/** Whether a class has its evening, though somebody is not home: an hour before sunset, and once the finish has closed. */
export function isFlyingOver(ctx: Moment, day: Omit<ListOfStatuses, "statuses">): boolean {
	return endOfFlying(ctx, day) !== null;
}

/**
 * The reason, in words, why the number of flying pilots may be wrong; null while it can be trusted. What ends the flying matters more
 * than when the list was last changed.
 */
export function doubtOf(
	ctx: Moment & Pick<Ctx, "language">,
	{ date, statuses: { counts, changedAt }, rules }: ListOfStatuses,
): string | null {
	const count = counts.FLYING;
	if (count === 0) return null;
	const { now, language } = ctx;
	const { t } = textsOf(language);
	const end = endOfFlying(ctx, { date, rules });
	if (end) return t(`day.doubt.${end.by}`, { count, time: formatTime(end.at, language) });
	if (changedAt && now.getTime() - changedAt.getTime() > hourMs)
		return t("day.doubt.old", { time: formatTime(changedAt, language) });
	return null;
}
