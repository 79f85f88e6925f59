import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { formatDate } from "~/lib/i18n/format-dates";
import type { FlightLogWarning } from "~db/schema";

export function Warnings({ warnings }: { readonly warnings: readonly FlightLogWarning[] }) {
	const { t } = useTranslation();
	const language = useLanguage();
	const written = ([name, value]: [string, string | number]) =>
		[
			name,
			(name === "date" || name === "day") && typeof value === "string" ? formatDate(value, language) : value,
		] as const;
	return (
		<ul>
			{warnings.map(({ reason, values }) => (
				<li key={reason}>
					{t(`igc.warning.${reason}`, Object.fromEntries(Object.entries(values).map(written)))}
				</li>
			))}
		</ul>
	);
}
