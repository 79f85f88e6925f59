import { useTranslation } from "react-i18next";
import type { ToastKind } from "~/browser/toasts";
import { Icon, type IconName } from "~/components/icon";

const kinds: readonly ToastKind[] = ["success", "error", "loading"];

/** The list of toasts, which `app/browser/toasts.ts` fills with copies of the boxes. */
export function Toasts() {
	const { t } = useTranslation();
	return (
		<>
			<div
				className="toasts"
				id="toasts"
				data-offline={t("offline.toast")}
				data-unavailable={t("backend.unavailable")}
			/>
			<div id="toast-boxes" hidden>
				{kinds.map((kind) => (
					<ToastBox key={kind} kind={kind} text="" />
				))}
			</div>
		</>
	);
}

const icons: Readonly<Partial<Record<ToastKind, IconName>>> = { success: "check", error: "warning" };

export function ToastBox({ kind, text }: { readonly kind: ToastKind; readonly text: string }) {
	const { t } = useTranslation();
	const icon = icons[kind];
	return (
		<div className={`toast toast-${kind}`} role={kind === "error" ? "alert" : "status"}>
			{icon && <Icon name={icon} />}
			{kind === "loading" && <span className="spinner" aria-hidden="true" />}
			<p>{text}</p>
			<button type="button" aria-label={t("toast.close")}>
				<Icon name="cross" />
			</button>
		</div>
	);
}
