import { useTranslation } from "react-i18next";
import { DownloadButton, FlagButton } from "~/components/igc/flight-buttons";
import { FlightLabels, LogStandingChip, Warnings } from "~/components/igc/flight-labels";
import type { FlightRow } from "~/lib/flights/flight-row";

const flight: FlightRow = {
	...{ id: "sample", versionId: "sample", startNumber: "7K", name: "Jakub", surname: "Hradecký" },
	...{
		day: "6",
		flightNumber: 1,
		size: 400_000,
		uploadedAt: new Date("2025-07-17T15:40:00Z"),
		takeOff: null,
		landing: null,
	},
	...{ sender: "pilot", standing: "scores", isRemoved: false },
	...{ warnings: [], newerLogs: 0, edited: false, downloaded: false, processed: false },
};
const handled: FlightRow = { ...flight, edited: true, downloaded: true, processed: true };

/** A flight as it came and as the scorer has handled it, with the buttons that change its labels; warnings. */
export function FlightSamples() {
	const { t } = useTranslation();
	return (
		<div className="stack">
			{[flight, handled].map((row) => (
				<div key={String(row.processed)} className="stack">
					<FlightLabels flight={row} />
					<LogStandingChip standing={row.processed ? "unconfirmed" : "kept"} />
					<div className="button-row">
						<FlagButton flight={row} flag="processed" back="/dev/gallery/day" />
						<DownloadButton igcFileId={row.id} versionId={row.versionId} label={t("igc.download")} />
					</div>
				</div>
			))}
			<Warnings
				warnings={[
					{ reason: "wrongDay", values: { date: "2025-07-16", day: "2025-07-17" } },
					{ reason: "otherCompetitionNumber", values: { found: "X1", expected: "7K" } },
				]}
			/>
		</div>
	);
}
