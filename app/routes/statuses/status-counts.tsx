import { useTranslation } from "react-i18next";
import { StatusLabel, statusClass } from "~/components/status-chip";
import type { BoardChoice } from "./board-address";
import type { StatusBoard } from "./status-board.server";

interface StatusCountsProps {
	readonly board: Pick<StatusBoard, "counts" | "expected">;
	readonly choice: Pick<BoardChoice, "gliderTypeId">;
}

/** The number of who is expected stands for all glider types, so it is left out beside one of them. */
export function StatusCounts({ board, choice }: StatusCountsProps) {
	const { t } = useTranslation();
	return (
		<ul className="button-row" aria-label={t("statuses.counts")}>
			{!choice.gliderTypeId && (
				<li className="chip">
					{t("statuses.expected")} <strong>{board.expected}</strong>
				</li>
			)}
			{board.counts.map(({ status, count }) => (
				<li key={status} className={`chip ${statusClass(status)}`}>
					<StatusLabel status={status} />
					<strong>{count}</strong>
				</li>
			))}
		</ul>
	);
}
