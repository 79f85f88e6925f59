import { useTranslation } from "react-i18next";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { Fold } from "~/components/fold";

const pilots = [
	{ startNumber: "7K", name: "Jakub Hradecký", points: 987 },
	{ startNumber: "X1", name: "Eva Podhorská", points: 954.5 },
	{ startNumber: "B2", name: "Ota Lesnický", points: 861 },
];

/** A table that becomes a list on a phone, and a compact one. */
export function TablePiece() {
	const { t } = useTranslation();
	const [name, points] = [t("pieces.sample.name"), t("pieces.sample.points")];
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
	const { t } = useTranslation();
	return (
		<div className="empty">
			<p>{t("pieces.sample.title")}</p>
			<p>{t("pieces.sample.text")}</p>
		</div>
	);
}

/** Cards, and one that opens. */
export function CardSamples() {
	const { t } = useTranslation();
	return (
		<div className="stack">
			{["", "bg-surface"].map((kind) => (
				<div key={kind} className={`card ${kind}`}>
					<h3>{t("pieces.sample.title")}</h3>
					<p>{t("pieces.sample.text")}</p>
				</div>
			))}
			<Fold open summary={t("pieces.sample.title")}>
				<p className="muted">{t("pieces.sample.text")}</p>
			</Fold>
		</div>
	);
}
