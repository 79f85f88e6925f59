import { useTranslation } from "react-i18next";
import { ActionForm } from "~/components/queue/action-form";
import type { BoardRow } from "./status-board.server";

/** Takes a status off, which is rare and has no place in the rows: a tap there is taken back by its undo. */
export function ClearForm({ rows, path }: { readonly rows: readonly BoardRow[]; readonly path: string }) {
	const { t } = useTranslation();
	const known = rows.filter(({ status }) => status !== null);
	if (known.length === 0) return null;
	return (
		<details className="section no-print">
			<summary>{t("statuses.duty.clear")}</summary>
			<ActionForm action={path} errorText={t("competitorStatus.update.error")}>
				<div className="button-row">
					<label className="sr-only" htmlFor="clear-status">
						{t("statuses.duty.clear.whom")}
					</label>
					<select id="clear-status" name="id" className="min-h-11 max-w-full px-2">
						{known.map(({ id, startNumber, fullName }) => (
							<option key={id} value={id}>{`${startNumber} ${fullName}`}</option>
						))}
					</select>
					<button type="submit" className="button" name="status" value="">
						{t("competitorStatus.reset")}
					</button>
				</div>
			</ActionForm>
		</details>
	);
}
