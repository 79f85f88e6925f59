import { useTranslation } from "react-i18next";

interface CodeLinksProps {
	readonly redirectTo: string;
	/** Whether a recovery code is asked for. */
	readonly recovery: boolean;
}

/** From the code of the app to a recovery code and back. */
export function CodeLinks({ redirectTo, recovery }: CodeLinksProps) {
	const { t } = useTranslation();
	const query = new URLSearchParams({ ...(recovery ? {} : { recovery: "" }), redirectTo });
	return (
		<p>
			<a href={`?${query}`}>{t(recovery ? "secondFactor.code.toApp" : "secondFactor.code.toRecovery")}</a>
		</p>
	);
}
