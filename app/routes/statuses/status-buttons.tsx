import { useTranslation } from "react-i18next";
import { ActionForm } from "~/components/queue/action-form";
import { useQueuedField } from "~/components/queue/use-queue";
import { WaitingMark } from "~/components/queue/waiting-mark";
import { StatusLabel, statusClass } from "~/components/status-chip";
import { competitorStates } from "~db/enums";
import type { BoardRow } from "./status-board.server";
import { statusTarget } from "./status-target";

/** The pressed button is what the server has; the one with a mark waits to be sent. */
export function StatusButtons({ row, path }: { readonly row: BoardRow; readonly path: string }) {
	const { t } = useTranslation();
	const target = statusTarget(row.id);
	const { value, wanted, tap } = useQueuedField(target, "status", row.status ?? "");
	return (
		<ActionForm action={path} errorText={t("competitorStatus.update.error")} target={target} tap={tap}>
			<input type="hidden" name="id" value={row.id} />
			<fieldset className="status-buttons" aria-label={`${row.startNumber} ${row.fullName}`}>
				{competitorStates.map((status) => (
					<button
						key={status}
						type="submit"
						name="status"
						value={status}
						className={`button ${statusClass(status)}`}
						aria-pressed={value === status}
						data-waits={wanted === status ? "" : undefined}
					>
						<StatusLabel status={status} />
						{wanted === status && <WaitingMark />}
					</button>
				))}
			</fieldset>
		</ActionForm>
	);
}
