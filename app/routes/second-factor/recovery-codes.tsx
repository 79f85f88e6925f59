import { useTranslation } from "react-i18next";

interface RecoveryCodesProps {
	readonly codes: readonly string[];
	/** Path of the next page. */
	readonly next: string;
}

/** Shown once, to be printed or written down. */
export function RecoveryCodes({ codes, next }: RecoveryCodesProps) {
	const { t } = useTranslation();
	return (
		<div className="narrow stack">
			<h1>{t("secondFactor.codes.title")}</h1>
			<div className="notice notice-success">
				<p>{t("secondFactor.success")}</p>
			</div>
			<p>{t("secondFactor.codes.text")}</p>
			<ul className="secret-codes">
				{codes.map((code) => (
					<li key={code}>
						<code className="secret-text">{code}</code>
					</li>
				))}
			</ul>
			<p className="no-print">
				<a className="button button-primary" href={next}>
					{t("secondFactor.codes.next")}
				</a>
			</p>
		</div>
	);
}
