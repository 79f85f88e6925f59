import { useTexts } from "~/components/use-texts";
import type { PilotStatus } from "~db/enums";
import { Icon, type IconName } from "./icon";

/** `none` for a competitor whose status nobody has set. */
export type StatusOrNone = PilotStatus | "none";

const icons: Readonly<Record<StatusOrNone, IconName>> = {
	DNF: "ground",
	FLYING: "flying",
	OUTLANDING: "outlanding",
	HOME: "home",
	none: "info",
};

export function StatusLabel({ status }: { readonly status: StatusOrNone }) {
	const { t } = useTexts();
	return (
		<>
			<Icon name={icons[status]} /> {t(`competitorStatus.${status}`)}
		</>
	);
}

export function statusClass(status: StatusOrNone): string {
	return `status-${status.toLowerCase()}`;
}

export function StatusChip({ status }: { readonly status: StatusOrNone }) {
	return (
		<span className={`chip status-chip max-md:whitespace-normal ${statusClass(status)}`}>
			<StatusLabel status={status} />
		</span>
	);
}
