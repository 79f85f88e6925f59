import { useTexts } from "~/components/use-texts";
import { Icon } from "./icon";

/** Hands an address, by default the page's, to the phone's own way of sharing; elsewhere it is copied. Needs scripts. */
export function ShareButton({ address }: { readonly address?: string }) {
	const { t } = useTexts();
	return (
		<button
			type="button"
			className="button needs-scripts print:hidden"
			data-share={t("share.copied")}
			data-address={address}
		>
			<Icon name="send" />
			{t("share.label")}
		</button>
	);
}
