import { useTexts } from "~/components/use-texts";
import type { ClassStatuses } from "~/lib/days/statuses/count-statuses.server";
import type { ClassStage } from "~/lib/results/day-reports/class-report";
import { AppLink } from "../app-link";
import { Icon, type IconName } from "../icon";

const icons: Readonly<Record<ClassStage, IconName>> = {
	morning: "clock",
	air: "flying",
	evening: "trophy",
};

interface StageChipProps {
	readonly stage: ClassStage;
	readonly statuses: ClassStatuses;
	/** Why the statuses may be wrong; null while they are to be believed. */
	readonly doubt: string | null;
	/** Path of the list of who is in the air; absent for a chip that leads nowhere. */
	readonly list?: string;
}

/** Says what a class is about; while it flies, how many are in the air. */
export function useStageText({ stage, statuses }: Pick<StageChipProps, "stage" | "statuses">): string {
	const { t } = useTexts();
	const count = statuses.counts.FLYING;
	return t(stage === "air" && count === 0 ? "day.stage.landed" : `day.stage.${stage}`, { count });
}

/** Shows what a class is about, as a link where there is a list. */
export function StageChip({ stage, statuses, doubt, list }: StageChipProps) {
	const text = useStageText({ stage, statuses });
	const flying = statuses.counts.FLYING;
	const className = `chip ${doubt && flying > 0 ? "chip-danger" : ""}`;
	const content = (
		<>
			<Icon name={icons[stage]} />
			{text}
		</>
	);
	return list && stage === "air" && flying > 0 ? (
		<AppLink className={className} to={list}>
			{content}
		</AppLink>
	) : (
		<span className={className}>{content}</span>
	);
}
