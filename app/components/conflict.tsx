import { useTexts } from "~/components/use-texts";
import { DataCell, DataRow, DataTable, RowHeader } from "./data-table";

interface ConflictProps {
	/** Fields that differ, with their values as texts. */
	readonly rows: readonly {
		readonly name: string;
		readonly label: string;
		readonly yours: string;
		readonly saved: string;
	}[];
}

/** Shows typed and saved values side by side, below the summary that says that somebody else has changed the row. */
export function Conflict({ rows }: ConflictProps) {
	const { t } = useTexts();
	const [yours, saved] = [t("conflict.yours"), t("conflict.saved")];
	return (
		<section className="notice notice-warning" aria-labelledby="conflict">
			<p id="conflict">{t("conflict.explanation")}</p>
			{rows.length > 0 && (
				<DataTable labelledBy="conflict" columns={[t("conflict.field"), yours, saved]}>
					{rows.map((row) => (
						<DataRow key={row.name}>
							<RowHeader>{row.label}</RowHeader>
							<DataCell label={yours}>{row.yours || "–"}</DataCell>
							<DataCell label={saved}>{row.saved || "–"}</DataCell>
						</DataRow>
					))}
				</DataTable>
			)}
		</section>
	);
}
