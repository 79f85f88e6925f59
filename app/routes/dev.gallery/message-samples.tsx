import { useTranslation } from "react-i18next";
import { ToastBox } from "~/shell/toasts";

export function MessageSamples() {
	const { t } = useTranslation();
	return ["info", "success", "warning", "danger"].map((kind) => (
		<div key={kind} className={`notice notice-${kind}`}>
			<p className="notice-title">{t("pieces.sample.title")}</p>
			<p>{t("pieces.sample.text")}</p>
		</div>
	));
}

export function ToastSamples() {
	const { t } = useTranslation();
	return (
		<div className="stack">
			{(["success", "error", "loading"] as const).map((kind) => (
				<ToastBox key={kind} kind={kind} text={t("pieces.sample.title")} />
			))}
		</div>
	);
}
