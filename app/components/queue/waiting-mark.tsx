import { useTranslation } from "react-i18next";
import { Icon } from "../icon";

/** In a button whose tap the server does not have yet. It takes no room, so that nothing moves. */
export function WaitingMark() {
	const { t } = useTranslation();
	return (
		<span className="waiting-mark">
			<Icon name="clock" />
			<span className="sr-only">{t("waiting.mark")}</span>
		</span>
	);
}
