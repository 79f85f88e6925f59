import { useTexts } from "~/components/use-texts";
import { Icon } from "./icon";

/** Hands the page to the phone's own way of sharing; elsewhere its address is copied. Needs scripts. */
export function ShareButton() {
	const { t } = useTexts();
	return (
		<button type="button" className="button needs-scripts print:hidden" data-share={t("share.copied")}>
			<Icon name="send" />
			{t("share.label")}
		</button>
	);
}
