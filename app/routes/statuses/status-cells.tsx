import type { BoardRow } from "./status-board.server";
import { StatusChip } from "./status-chip";

/** So many competitors fit a screen in the larger size. */
const spacious = 63;

/** The statuses as cells to be read from afar. */
export function StatusCells({ rows }: { readonly rows: readonly BoardRow[] }) {
	return (
		<ul className={rows.length > spacious ? "board board-dense" : "board"}>
			{rows.map((row) => (
				<li key={row.id} className="board-cell">
					<span className="start-number">{row.startNumber}</span>
					<StatusChip status={row.status ?? "none"} />
					<span className="board-name">{row.fullName}</span>
				</li>
			))}
		</ul>
	);
}
