import { useTranslation } from "react-i18next";
import { Icon } from "~/components/icon";

const buttons = [
	{ key: "+", zoom: "in", icon: "plus" },
	{ key: "-", zoom: "out", icon: "minus" },
	{ key: "0", zoom: "whole", icon: "map" },
] as const;

/** What keys do on a map that scripts move, as buttons. The scripts find them by their key. */
export function ZoomButtons() {
	const { t } = useTranslation();
	return buttons.map(({ key, zoom, icon }) => (
		<button key={key} type="button" className="button p-2" data-map-key={key} title={t(`map.zoom.${zoom}`)}>
			<Icon name={icon} />
			<span className="sr-only">{t(`map.zoom.${zoom}`)}</span>
		</button>
	));
}
