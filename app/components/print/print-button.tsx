import { useTranslation } from "react-i18next";
import { Icon } from "../icon";

/** Prints the page by the script of every page; without scripts the browser's own menu is left. */
export function PrintButton() {
	const { t } = useTranslation();
	return (
		<button type="button" className="button needs-scripts no-print" data-print="">
			<Icon name="print" />
			{t("common.print")}
		</button>
	);
}
