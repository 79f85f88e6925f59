import { useTranslation } from "react-i18next";

/** Of an organiser. */
export interface OwnFactor {
	/** Whether it was set up. */
	readonly on: boolean;
	/** Recovery codes that were not used. */
	readonly codesLeft: number;
}

export function OwnSecondFactor({ on, codesLeft }: OwnFactor) {
	const { t } = useTranslation();
	return (
		<section className="section stack" aria-labelledby="own-factor">
			<h2 id="own-factor">{t("secondFactor.title")}</h2>
			<p>{on ? t("secondFactor.on", { count: codesLeft }) : t("secondFactor.off")}</p>
			<div className="button-row">
				<a className="button" href="/second-factor?redirectTo=/user-profile">
					{t(on ? "secondFactor.replace" : "secondFactor.setUp")}
				</a>
				{on && (
					<a className="button" href="/second-factor/passkeys">
						{t("passkey.title")}
					</a>
				)}
			</div>
		</section>
	);
}
