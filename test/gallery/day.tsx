import type { QueuedItem, QueueProblem } from "~/browser/queue/queue-state";
import { DayStrip } from "~/components/day-reports/day-strip";
import { StageChip } from "~/components/day-reports/stage-chip";
import { StatusCounters } from "~/components/day-reports/status-counters";
import { DownloadButton, FlagButton } from "~/components/igc/flight-buttons";
import { CountedWarnings, FlightLabels, LogStandingChip, Warnings } from "~/components/igc/flight-labels";
import { FlightLink, PilotName, StarButton } from "~/components/pilot-name";
import { Podium } from "~/components/podium";
import { QueueNotice, WaitingNote } from "~/components/queue/tools";
import { RefreshBar } from "~/components/refresh/refresh-bar";
import { ShareButton } from "~/components/share-button";
import { useTexts } from "~/components/use-texts";
import type { FlightRow } from "~/lib/flights/flight-row";
import { ClassHeads } from "~/routes/days.$day/class-heads";
import { GalleryPage, galleryHandle, sample } from "./gallery-page";

export const handle = galleryHandle;

export default function PiecesOfDay() {
	return (
		<GalleryPage
			current="Flying day"
			pieces={{
				"Strip of days": <DayStripSamples />,
				"Where a class is": <StatusSamples />,
				Pilots: <PilotSamples />,
				Podium: <PodiumSamples />,
				"Flight logs": <FlightSamples />,
				"What waits to be sent": <WaitingSamples />,
			}}
		/>
	);
}

/** What a form says, and what its page says, for each reason why it was not sent. */
function WaitingSamples() {
	const [label, text] = [sample.save, sample.text];
	const problems: readonly QueueProblem[] = [
		{ kind: "offline" },
		{ kind: "login" },
		{ kind: "refused", text },
		{ kind: "failed", text },
		{ kind: "conflict", text, seen: "HOME" },
	];
	const items = problems.map((problem, order): QueuedItem => {
		const key = problem.kind;
		const place = { url: "/statuses", page: "/statuses", account: "", edition: "", target: key };
		return { kind: "form", key, ...place, body: [], label, errorText: text, order, problem };
	});
	return (
		<div className="stack">
			<QueueNotice waiting={items} />
			{items
				.filter(({ problem }) => problem?.kind !== "login")
				.map((item) => (
					<WaitingNote key={item.key} items={[item]} />
				))}
		</div>
	);
}

const sampleTime = new Date("2025-07-17T12:30:00Z");

const firstThree = [
	{
		registrationId: "sample-1",
		place: 1,
		startNumber: "7K",
		name: "Jakub Hradecký",
		points: 987,
		speedKmh: 104.2,
	},
	{
		registrationId: null,
		place: 2,
		startNumber: "X1",
		name: "Eva Podhorská",
		points: 954.5,
		speedKmh: 101.7,
	},
	{
		registrationId: "sample-3",
		place: 3,
		startNumber: "B2",
		name: "Ota Lesnický",
		points: 861,
		speedKmh: null,
	},
];

/**
 * The heads of two classes, the statuses of one with somebody out and with nobody, and the bar of a page that refreshes itself, paused and
 * without a connection.
 */
function StatusSamples() {
	const counts = { DNF: 1, FLYING: 24, OUTLANDING: 2, HOME: 4 };
	const flying = { counts, starters: 31, out: [], changedAt: sampleTime };
	const landed = { ...flying, counts: { ...counts, FLYING: 0, HOME: 28 } };
	return (
		<div className="stack">
			<p className="button-row">
				<StageChip stage="morning" statuses={flying} doubt={null} />
				<StageChip stage="air" statuses={flying} doubt={null} />
				<StageChip stage="air" statuses={flying} doubt={sample.text} />
				<StageChip stage="air" statuses={landed} doubt={null} />
				<StageChip stage="evening" statuses={landed} doubt={null} />
			</p>
			<ClassHeads
				classes={[
					{ type: "club", stage: "air", statuses: flying, doubt: null, task: null, rows: firstThree },
					{
						type: "18_meter",
						stage: "air",
						statuses: flying,
						doubt: sample.text,
						task: null,
						rows: [],
					},
				]}
			/>
			{[["577 Lesnický", "GN6 Podhorská"], []].map((out) => (
				<StatusCounters
					classType="club"
					key={out.length}
					statuses={{ ...flying, out }}
					date="2025-07-17"
					doubt={out.length > 1 ? sample.text : null}
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

/** The first day has nothing to show, the third one is shown. */
function DayStripSamples() {
	const days = ["2025-07-11", "2025-07-12", "2025-07-13", "2025-07-14"].map((date, index) => ({
		name: index === 0 ? "Trénink" : `Den ${index}`,
		date,
		number: index || null,
		path: index === 0 ? null : `/days/${index}`,
		isCurrent: index === 2,
	}));
	return <DayStrip days={days} />;
}

/** A name with the way to the flight, and one that belongs to no entry. */
function PilotSamples() {
	const [first, second] = firstThree.map(({ registrationId: id, startNumber, name }) => ({
		id,
		startNumber,
		name,
		classType: "club" as const,
	}));
	if (!first || !second) return null;
	return (
		<ul>
			<li>
				<ShareButton />
			</li>
			<li>
				<PilotName pilot={first} withStar /> <FlightLink to="/igc" of={first.name} />
			</li>
			<li>
				<PilotName pilot={second} withStar /> <StarButton id={second.id ?? ""} name={second.name} />
			</li>
		</ul>
	);
}

/** A podium with medals, and one without them while places may change. */
function PodiumSamples() {
	return (
		<div className="stack">
			<Podium classType="club" rows={firstThree} label="Podium" />
			<Podium classType="club" rows={firstThree} label="Before all are home" mayChange />
		</div>
	);
}

const flight: FlightRow = {
	id: "sample",
	versionId: "sample",
	startNumber: "7K",
	name: "Jakub",
	surname: "Hradecký",
	...{
		day: "6",
		flightNumber: 1,
		size: 400_000,
		uploadedAt: new Date("2025-07-17T15:40:00Z"),
		takeOff: null,
		landing: null,
	},
	sender: "pilot",
	standing: "scores",
	isRemoved: false,
	warnings: [],
	newerLogs: 0,
	edited: false,
	downloaded: false,
	processed: false,
};
const handled: FlightRow = { ...flight, edited: true, downloaded: true, processed: true };

/** A flight as it came and as the scorer has handled it, with the buttons that change its labels; warnings. */
function FlightSamples() {
	const { t } = useTexts();
	return (
		<div className="stack">
			{[flight, handled].map((row) => (
				<div key={String(row.processed)} className="stack">
					<FlightLabels flight={row} />
					<LogStandingChip standing={row.processed ? "unconfirmed" : "kept"} />
					{row.processed && <LogStandingChip standing="waiting" />}
					<div className="button-row">
						<FlagButton flight={row} flag="processed" back="/dev/gallery/day" />
						<DownloadButton igcFileId={row.id} versionId={row.versionId} label={t("igc.download")} />
					</div>
				</div>
			))}
			<Warnings texts={[sample.text]} />
			<CountedWarnings texts={[sample.text]} />
		</div>
	);
}
