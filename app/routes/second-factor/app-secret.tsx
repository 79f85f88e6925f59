import { useTranslation } from "react-i18next";

interface AppSecretProps {
	/** In groups of four. */
	readonly secret: string;
	/** Data address of the QR code. */
	readonly picture: string;
	/** Whether the app in use stops working. */
	readonly replaces: boolean;
}

/** What the authenticator app is to be told, as a picture and as text. */
export function AppSecret({ secret, picture, replaces }: AppSecretProps) {
	const { t } = useTranslation();
	return (
		<>
			<p>{t("secondFactor.intro")}</p>
			{replaces && (
				<div className="notice notice-warning">
					<p>{t("secondFactor.replaces")}</p>
				</div>
			)}
			<section className="card stack" aria-labelledby="app-secret">
				<h2 id="app-secret">{t("secondFactor.scan")}</h2>
				<img src={picture} alt={t("secondFactor.picture")} width="220" height="220" />
				<p>{t("secondFactor.bySecret")}</p>
				<p>
					<code className="secret-text">{secret}</code>
				</p>
			</section>
		</>
	);
}
