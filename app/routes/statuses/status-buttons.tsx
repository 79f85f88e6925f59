import { useFetcher } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/components/icon";
import { competitorStates } from "~db/enums";
import type { BoardRow } from "./status-board.server";
import { StatusLabel, statusClass } from "./status-chip";
import type { Unreached } from "./statuses-data";

export function StatusButtons({ row, path }: { readonly row: BoardRow; readonly path: string }) {
	const { t } = useTranslation();
	const fetcher = useFetcher<Unreached>();
	const sent = fetcher.formData?.get("status");
	const current = sent === undefined ? (row.status ?? "") : sent;
	const failed = fetcher.state === "idle" && fetcher.data?.unreached;
	return (
		<fetcher.Form method="post" action={path} preventScrollReset>
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
					{t("competitorStatus.reset")}
				</button>
			</fieldset>
			{failed && (
				<p className="field-error" role="alert">
					{t("competitorStatus.update.error")}
				</p>
			)}
		</fetcher.Form>
	);
}
