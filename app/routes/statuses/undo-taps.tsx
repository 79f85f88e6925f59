import { useTranslation } from "react-i18next";
import { ActionForm } from "~/components/queue/action-form";
import type { BoardRow } from "./status-board.server";

export interface Tap {
	readonly id: string;
	/** What the row was before, as it was shown, and what the tap has set; empty for no status. */
	readonly before: string;
	readonly set: string;
}

interface UndoTapsProps {
	readonly rows: readonly BoardRow[];
	/** The last taps of this page, the newest at the end. */
	readonly taps: readonly Tap[];
	readonly path: string;
	readonly onUndone: () => void;
}

/** A tap that sets what was there before the last one, and has seen what that one has set. It waits in the queue behind that one. */
export function UndoTaps({ rows, taps, path, onUndone }: UndoTapsProps) {
	const { t } = useTranslation();
	const tap = taps.at(-1);
	const row = rows.find(({ id }) => id === tap?.id);
	if (!tap || !row) return null;
	const status = t(`competitorStatus.${tap.before || "none"}`);
	return (
		<div onSubmit={onUndone}>
			<ActionForm
				key={taps.length}
				action={path}
				errorText={t("competitorStatus.update.error")}
				target={`status-${row.id}`}
				seen={{ name: "status", value: tap.set }}
			>
				<input type="hidden" name="id" value={row.id} />
				<button type="submit" className="button" name="status" value={tap.before}>
					{t("statuses.duty.undo", { number: row.startNumber, status })}
				</button>
			</ActionForm>
		</div>
	);
}
