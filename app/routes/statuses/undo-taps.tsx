import { useTranslation } from "react-i18next";
import { ActionForm } from "~/components/queue/action-form";
import type { BoardRow } from "./status-board.server";

interface UndoTapsProps {
	readonly rows: readonly BoardRow[];
	/** What rows were before the last taps of this page, the newest at the end. */
	readonly taps: readonly BoardRow[];
	readonly path: string;
	readonly onUndone: () => void;
}

/** A tap that sets what was there before the last one. It waits in the queue behind that one. */
export function UndoTaps({ rows, taps, path, onUndone }: UndoTapsProps) {
	const { t } = useTranslation();
	const before = taps.at(-1);
	const now = rows.find(({ id }) => id === before?.id);
	if (!before || !now) return null;
	const status = t(`competitorStatus.${before.status ?? "none"}`);
	return (
		<div onSubmit={onUndone}>
			<ActionForm
				key={taps.length}
				action={path}
				errorText={t("competitorStatus.update.error")}
				target={`status-${before.id}`}
				seen={now.status ?? ""}
			>
				<input type="hidden" name="id" value={before.id} />
				<button type="submit" className="button" name="status" value={before.status ?? ""}>
					{t("statuses.duty.undo", { number: before.startNumber, status })}
				</button>
			</ActionForm>
		</div>
	);
}
