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

/** What a class is about; while it flies, how many are in the air. */
export function StageChip({ stage, statuses, doubt, list }: StageChipProps) {
	const { t } = useTexts();
	const flying = statuses.counts.FLYING;
	const isLanded = stage === "air" && flying === 0;
	const className = `chip ${doubt && flying > 0 ? "chip-danger" : ""}`;
	const content = (
		<>
			<Icon name={icons[stage]} />
			{t(isLanded ? "day.stage.landed" : `day.stage.${stage}`, { count: flying })}
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
