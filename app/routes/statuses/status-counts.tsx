import { useTranslation } from "react-i18next";
import type { StatusCount } from "./count-statuses";
import { StatusLabel, statusClass } from "./status-chip";

export function StatusCounts({ counts }: { readonly counts: readonly StatusCount[] }) {
	const { t } = useTranslation();
	return (
		<ul className="button-row" aria-label={t("statuses.counts")}>
			{counts.map(({ status, count }) => (
				<li key={status} className={`chip ${statusClass(status)}`}>
					<StatusLabel status={status} />
					<strong>{count}</strong>
				</li>
			))}
		</ul>
	);
}
