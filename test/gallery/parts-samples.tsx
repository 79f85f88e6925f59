import { AppLink } from "~/components/app-link";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { Fold } from "~/components/fold";
import { Flag, Icon, iconNames } from "~/components/icon";
import { PilotMarks } from "~/components/pilot-marks";
import { StatusChip } from "~/components/status-chip";
import { SubmitButton } from "~/components/submit-button";
import { useTexts } from "~/components/use-texts";
import { pilotStatuses } from "~db/enums";
import { sample } from "./gallery-page";

const kinds = ["", "button-primary", "button-danger", "button-quiet"];

export function ButtonSamples() {
	const { t } = useTexts();
	const text = sample.save;
	return (
		<div className="stack">
			<p className="button-row">
				{kinds.map((kind) => (
					<button key={kind} type="button" className={`button ${kind}`}>
						{text}
					</button>
				))}
				<button type="button" className="button" aria-pressed="true">
					{text}
				</button>
				<button type="button" className="button" disabled>
					{text}
				</button>
				<SubmitButton busy>{text}</SubmitButton>
			</p>
			<p className="button-row">
				{kinds.map((kind) => (
					<AppLink key={kind} className={`button ${kind}`} to="/">
						<Icon name="home" /> {t("error.home")}
					</AppLink>
				))}
				<AppLink to="/">{t("error.home")}</AppLink>
			</p>
		</div>
	);
}

export function TabSamples() {
	const { classNameOf } = useTexts();
	return (
		<nav className="tabs" aria-label="Choices">
			{(["club", "18_meter"] as const).map((type) => (
				<AppLink
					key={type}
					className="button"
					to="/results"
					aria-current={type === "club" ? "page" : undefined}
				>
					{classNameOf(type)}
				</AppLink>
			))}
		</nav>
	);
}

/** Status chips, other chips, badges and a start number. */
export function MarkSamples() {
	return (
		<div className="stack">
			<p className="button-row">
				{([...pilotStatuses, "none"] as const).map((status) => (
					<StatusChip key={status} status={status} />
				))}
			</p>
			<p className="button-row">
				{["", "chip-info", "chip-success", "chip-warning", "chip-danger"].map((kind) => (
					<span key={kind} className={`chip ${kind}`}>
						<Icon name="clock" /> {sample.word}
					</span>
				))}
			</p>
			<p className="button-row">
				<span className="start-number">7K</span>
				{["", "badge-reserve", "badge-admin"].map((kind) => (
					<span key={kind} className={`badge ${kind}`}>
						{sample.word}
					</span>
				))}
				<PilotMarks nation="CZ" isGuest isDisqualified={false} />
				<PilotMarks nation={null} isGuest={false} isDisqualified />
			</p>
		</div>
	);
}

export function IconSamples() {
	return (
		<p className="button-row">
			{iconNames.map((name) => (
				<span key={name}>
					<Icon name={name} /> {name}
				</span>
			))}
			<Flag country="cz" />
			<Flag country="gb" />
		</p>
	);
}

const pilots = [
	{ startNumber: "7K", name: "Jakub Hradecký", points: 987 },
	{ startNumber: "X1", name: "Eva Podhorská", points: 954.5 },
	{ startNumber: "B2", name: "Ota Lesnický", points: 861 },
];

/** A table that becomes a list on a phone, and a compact one. */
export function TablePiece() {
	const [name, points] = ["Pilot", "Body"];
	return (
		<div className="stack">
			{[false, true].map((compact) => (
				<DataTable key={String(compact)} labelledBy="piece-table" columns={[name, points]} compact={compact}>
					{pilots.map((pilot) => (
						<DataRow key={pilot.startNumber}>
							<RowHeader>{pilot.name}</RowHeader>
							<DataCell label={points}>{pilot.points}</DataCell>
						</DataRow>
					))}
				</DataTable>
			))}
		</div>
	);
}

export function EmptyPiece() {
	return (
		<div className="empty">
			<p>{sample.title}</p>
			<p>{sample.text}</p>
		</div>
	);
}

/** Cards, and one that opens. */
export function CardSamples() {
	return (
		<div className="stack">
			{["", "bg-surface"].map((kind) => (
				<div key={kind} className={`card ${kind}`}>
					<h3>{sample.title}</h3>
					<p>{sample.text}</p>
				</div>
			))}
			<Fold open summary={sample.title}>
				<p className="muted">{sample.text}</p>
			</Fold>
		</div>
	);
}
