import type { Ctx } from "~/lib/context";
import type { ClassStatuses } from "~/lib/days/statuses/count-statuses.server";
import { instantOf } from "~/lib/editions/prague-time";
import { formatTime } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { lastLight } from "~/lib/maps/sunset";
import { secondsOf } from "~/lib/tasks/clock-times";
import type { TaskRules } from "~db/schema";

const hourMs = 3_600_000;

interface ListOfStatuses {
	/** Local date. */
	readonly date: string;
	readonly statuses: Pick<ClassStatuses, "changedAt"> & { readonly counts: { readonly FLYING: number } };
	/** Rules of the class's task in force; null without one, or for a list of several classes. */
	readonly rules: Pick<TaskRules, "finishCloses"> | null;
}

/**
 * The reason, in words, why the number of flying pilots may be wrong; null while it can be trusted. The sun matters most, then the
 * finish, then when the list was last changed.
 */
export function doubtOf(
	{ edition, now, language }: Pick<Ctx, "edition" | "now" | "language">,
	{ date, statuses: { counts, changedAt }, rules }: ListOfStatuses,
): string | null {
	const count = counts.FLYING;
	if (count === 0) return null;
	const { t } = textsOf(language);
	const sunset = lastLight(date, edition.airfield)?.sunset;
	if (sunset && now.getTime() >= sunset.getTime() - hourMs)
		return t("day.doubt.sunset", { count, time: formatTime(sunset, language) });
	const closes = secondsOf(rules?.finishCloses ?? null);
	const closed = closes === null ? null : instantOf(date, closes);
	if (closed && now >= closed) return t("day.doubt.finish", { count, time: formatTime(closed, language) });
	if (changedAt && now.getTime() - changedAt.getTime() > hourMs)
		return t("day.doubt.old", { time: formatTime(changedAt, language) });
	return null;
}
