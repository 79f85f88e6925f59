import type { Language } from "~/lib/i18n/language";
import { LastChange } from "./last-change";
import type { BoardRow } from "./status-board.server";
import { StatusButtons } from "./status-buttons";

interface DutyListProps {
	readonly rows: readonly BoardRow[];
	/** Local date. */
	readonly day: string;
	/** The buttons' forms post to it and return to it. */
	readonly path: string;
	readonly language: Language;
}

export function DutyList({ rows, day, path, language }: DutyListProps) {
	return (
		<ul className="lined">
			{rows.map((row) => (
				<li key={row.id} id={`status-${row.id}`} className="duty-row">
					<div className="numbered">
						<span className="start-number">{row.startNumber}</span>{" "}
						<div>
							<strong>{row.fullName}</strong>
							<p className="muted">
								{row.gliderType}, <span className="unbroken">{row.registrationNumber}</span>
							</p>
						</div>
					</div>
					<div>
						<StatusButtons row={row} path={path} />
						{row.lastChange && (
							<p className="status-change">
								<LastChange change={row.lastChange} day={day} language={language} />
							</p>
						)}
					</div>
				</li>
			))}
		</ul>
	);
}
