import { useTexts } from "~/components/use-texts";
import { formatPoints } from "~/lib/i18n/format-number";

/** Says by how many points the first of rows by place leads; nothing without a lead. */
export function Lead({ rows }: { readonly rows: readonly { readonly points: number | null }[] }) {
	const { t, language } = useTexts();
	const [first, second] = rows.map(({ points }) => points);
	const lead = first != null && second != null ? first - second : 0;
	return (
		lead > 0 && (
			<span className="unbroken">{t("results.lead", { points: formatPoints(lead, language) })}</span>
		)
	);
}
