import { useTexts } from "~/components/use-texts";
import { Icon } from "../icon";

/** Prints the page by the script of every page; without scripts the browser's own menu is left. */
export function PrintButton() {
	const { t } = useTexts();
	return (
		<button type="button" className="button needs-scripts no-print" data-print="">
			<Icon name="print" />
			{t("common.print")}
		</button>
	);
}
