import { useStageText } from "~/components/day-reports/stage-chip";
import { Lead } from "~/components/results/lead";
import { useTexts } from "~/components/use-texts";
import type { ClassStatuses } from "~/lib/days/statuses/count-statuses.server";
import { formatPoints } from "~/lib/i18n/format-number";
import type { ClassStage } from "~/lib/results/day-reports/class-report";
import type { DayResult } from "~/lib/results/day-result";
import type { ClassType } from "~db/enums";

interface HeadedClass {
	readonly type: ClassType;
	readonly task: { readonly state: string; readonly version: string } | null;
	readonly stage: ClassStage;
	readonly statuses: ClassStatuses;
	/** Why the statuses may be wrong; null while they are to be believed. */
	readonly doubt: string | null;
	readonly rows: readonly Pick<DayResult, "place" | "points" | "startNumber" | "name">[];
}

/** The classes of a day with state and leader, each leading down to its heading; nothing for a single class. */
export function ClassHeads({
	classes,
	className = "",
}: {
	readonly classes: readonly HeadedClass[];
	readonly className?: string;
}) {
	const { t } = useTexts();
	if (classes.length < 2) return null;
	return (
		<nav className={`grid-fit-36 gap-2 no-print ${className}`} aria-label={t("startingList.classes")}>
			{classes.map((one) => (
				<ClassHead key={one.type} one={one} />
			))}
		</nav>
	);
}

function ClassHead({ one }: { readonly one: HeadedClass }) {
	const { t, language, classNameOf } = useTexts();
	const { type, task, rows, doubt } = one;
	const stage = useStageText(one);
	const leader = rows.find(({ place }) => place === 1);
	const points = leader?.points ?? 0;
	return (
		<a
			className="flex min-h-11 flex-wrap content-start items-baseline gap-x-2 rounded-control border border-line bg-ground px-3 py-2 text-small/snug text-inherit no-underline"
			href={`#class-${type}`}
		>
			<strong>{classNameOf(type)}</strong>{" "}
			<span className={doubt ? "font-semibold text-danger" : "text-muted"}>
				{task?.state === "cancelled" ? t("task.cancelled", { version: task.version }) : stage}
			</span>{" "}
			{points > 0 && leader && (
				<span className="sm:ml-auto">
					<strong>{leader.startNumber}</strong> {leader.name}{" "}
					<strong className="unbroken">
						{t("day.points", { count: points, points: formatPoints(points, language) })}
					</strong>{" "}
					<Lead rows={rows} />
				</span>
			)}
		</a>
	);
}
