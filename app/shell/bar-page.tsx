import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";

/** A page of the site in a list of the bar. @param label key of its name */
export function BarPage({ to, label }: { readonly to: string; readonly label: string }) {
	const { t } = useTranslation();
	return (
		<li>
			<AppLink className="bar-item" to={to}>
				{t(label)}
			</AppLink>
		</li>
	);
}
