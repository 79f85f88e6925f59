import { useTranslation } from "react-i18next";
import { Icon } from "~/components/icon";
import type { LogStanding } from "~db/enums";

/** Says that a log does not score by itself; nothing of one that does. */
export function LogStandingChip({ standing }: { readonly standing: LogStanding }) {
	const { t } = useTranslation();
	if (standing === "scores") return null;
	return (
		<span className="chip chip-warning">
			<Icon name="warning" />
			{t(`igc.standing.${standing}`)}
		</span>
	);
}
