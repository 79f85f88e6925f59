import { useTranslation } from "react-i18next";
import { Icon } from "~/components/icon";
import { ActionForm } from "~/components/queue/action-form";
import { useQueuedValue } from "~/components/queue/use-queue";
import { StatusLabel, statusClass } from "~/components/status-chip";
import { competitorStates } from "~db/enums";
import type { BoardRow } from "./status-board.server";

export function StatusButtons({ row, path }: { readonly row: BoardRow; readonly path: string }) {
	const { t } = useTranslation();
	const target = `status-${row.id}`;
	const status = row.status ?? "";
	const current = useQueuedValue(target, "status") ?? status;
	return (
		<ActionForm
			action={path}
			errorText={t("competitorStatus.update.error")}
			target={target}
			seen={{ name: "status", value: status }}
		>
			<input type="hidden" name="id" value={row.id} />
			<fieldset className="status-buttons" aria-label={`${row.startNumber} ${row.fullName}`}>
				{competitorStates.map((status) => (
					<button
						key={status}
						type="submit"
						name="status"
						value={status}
						className={`button ${statusClass(status)}`}
						aria-pressed={current === status}
					>
						<StatusLabel status={status} />
					</button>
				))}
				<button
					type="submit"
					name="status"
					value=""
					className="button"
					aria-disabled={current === ""}
					// Not `disabled`: a disabled button loses the focus.
					onClick={(event) => {
						if (current === "") event.preventDefault();
					}}
				>
					<Icon name="cross" />
					<span className="sr-only">{t("competitorStatus.reset")}</span>
				</button>
			</fieldset>
		</ActionForm>
	);
}
