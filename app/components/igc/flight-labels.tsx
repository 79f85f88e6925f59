import type { TFunction } from "i18next";
import { Icon, type IconName } from "~/components/icon";
import { useTexts } from "~/components/use-texts";
import type { FlightRow } from "~/lib/flights/flight-row";
import type { LogStanding } from "~db/enums";

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
	const { t } = useTexts();
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

/** Says that a log does not score by itself. It shows nothing for one that does. */
export function LogStandingChip({ standing }: { readonly standing: LogStanding }) {
	const { t } = useTexts();
	if (standing === "scores") return null;
	return (
		<span className="chip chip-warning">
			<Icon name="warning" />
			{t(`igc.standing.${standing}`)}
		</span>
	);
}

/** @param texts of `warningTexts` */
export function Warnings({ texts }: { readonly texts: readonly string[] }) {
	return (
		<ul>
			{texts.map((text) => (
				<li key={text}>{text}</li>
			))}
		</ul>
	);
}

/** How many warnings a log of a list has; they unfold. @param texts of `warningTexts` */
export function CountedWarnings({ texts }: { readonly texts: readonly string[] }) {
	const { t } = useTexts();
	if (texts.length === 0) return null;
	return (
		<details>
			<summary>
				<span className="chip chip-warning">
					<Icon name="warning" />
					{t("igc.warnings", { count: texts.length })}
				</span>
			</summary>
			<Warnings texts={texts} />
		</details>
	);
}

/** `3 h 05 min` */
export function flightDuration(t: TFunction, seconds: number): string {
	const minutes = Math.round(seconds / 60);
	return t("igc.unit.duration", {
		hours: Math.floor(minutes / 60),
		minutes: String(minutes % 60).padStart(2, "0"),
	});
}
