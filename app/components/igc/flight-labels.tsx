import { useTranslation } from "react-i18next";
import { Icon, type IconName } from "~/components/icon";
import type { FlightRow } from "~/lib/flights/flight-row";

const labels: readonly (readonly [
	"uploaded" | "edited" | "downloaded" | "processed",
	IconName,
	"info" | "warning" | "success",
])[] = [
	["uploaded", "upload", "info"],
	["edited", "edit", "warning"],
	["downloaded", "download", "info"],
	["processed", "check", "success"],
];

export function FlightLabels({
	flight,
}: {
	readonly flight: Pick<FlightRow, "edited" | "downloaded" | "processed">;
}) {
	const { t } = useTranslation();
	return (
		<span className="button-row">
			{labels
				.filter(([label]) => label === "uploaded" || flight[label])
				.map(([label, icon, kind]) => (
					<span key={label} className={`chip chip-${kind}`}>
						<Icon name={icon} />
						{t(`igc.label.${label}`)}
					</span>
				))}
		</span>
	);
}
