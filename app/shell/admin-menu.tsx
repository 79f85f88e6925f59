import { useTranslation } from "react-i18next";
import { BarMenu } from "./bar-menu";
import { BarPage } from "./bar-page";

const pages = [
	["/competition-days", "nav.competitionDays"],
	["/users", "nav.users"],
	["/admin", "nav.adminOverview"],
] as const;

/** The pages that are for organisers alone. */
export function AdminMenu() {
	const { t } = useTranslation();
	return (
		<BarMenu label={t("nav.admin")}>
			{pages.map(([to, label]) => (
				<BarPage key={to} to={to} label={label} />
			))}
		</BarMenu>
	);
}
