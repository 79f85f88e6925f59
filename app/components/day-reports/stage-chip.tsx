import { useTexts } from "~/components/use-texts";
import type { ClassStage, DayStates } from "~/lib/results/day-reports/class-report";
import { Icon, type IconName } from "../icon";

const icons: Readonly<Record<ClassStage, IconName>> = {
	morning: "clock",
	air: "flying",
	evening: "trophy",
};

interface StageChipProps {
	readonly stage: ClassStage;
	readonly states: DayStates;
	/** Why the states may be wrong; null while they are to be believed. */
	readonly doubt: string | null;
}

/** What a class is about; while it flies, how many are in the air. */
export function StageChip({ stage, states, doubt }: StageChipProps) {
	const { t } = useTexts();
	const flying = states.counts.FLYING;
	const isLanded = stage === "air" && flying === 0;
	return (
		<span className={`chip ${doubt && flying > 0 ? "chip-danger" : ""}`}>
			<Icon name={icons[stage]} />
			{t(isLanded ? "day.stage.landed" : `day.stage.${stage}`, { count: flying })}
		</span>
	);
}
