import { useTranslation } from "react-i18next";
import { ClassStates } from "~/components/day-reports/class-states";
import { Podium } from "~/components/podium";
import { RefreshBar } from "~/components/refresh/refresh-bar";

const sampleTime = new Date("2025-07-17T12:30:00Z");

const firstThree = [
	{ place: 1, startNumber: "7K", name: "Jakub Hradecký", points: 987, speedKmh: 104.2 },
	{ place: 2, startNumber: "X1", name: "Eva Podhorská", points: 954.5, speedKmh: 101.7 },
	{ place: 3, startNumber: "B2", name: "Ota Lesnický", points: 861, speedKmh: null },
];

/** Where a class is, with somebody out and with nobody; the bar of a page that refreshes itself, paused and out of touch. */
export function StatesSamples() {
	const counts = { DNF: 1, FLYING: 24, OUTLANDING: 2, HOME: 4 };
	return (
		<div className="stack">
			{[["577 Lesnický", "GN6 Podhorská"], []].map((out) => (
				<ClassStates
					key={out.length}
					states={{ counts, expected: 31, out, changedAt: sampleTime }}
					date="2025-07-17"
				/>
			))}
			{[null, "14:28"].map((lostSince) => (
				<RefreshBar
					key={lostSince}
					live={{ paused: lostSince === null, onPause: () => undefined, lostSince }}
				/>
			))}
		</div>
	);
}

/** With medals, and without while places may change. */
export function PodiumSamples() {
	const { t } = useTranslation();
	return (
		<div className="stack">
			<Podium rows={firstThree} label={t("pieces.podium")} />
			<Podium rows={firstThree} label={t("pieces.podium.mayChange")} mayChange />
		</div>
	);
}
