import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { showToast, type ToastKind } from "~/browser/toasts";
import { Icon, type IconName } from "~/components/icon";
import { useHydrated } from "~/components/use-hydrated";
import type { RootData } from "~/components/use-root-data";

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

/** The message about the action before: a banner in the document, which becomes a toast where scripts run. */
export function FlashMessage({ flash }: { readonly flash: RootData["flash"] }) {
	const hydrated = useHydrated();
	useEffect(() => {
		if (flash) showToast(flash.kind, flash.text);
	}, [flash]);
	if (!flash || hydrated) return null;
	return (
		<div
			className={`notice notice-${flash.kind === "success" ? "success" : "danger"}`}
			role={flash.kind === "success" ? "status" : "alert"}
			data-flash={flash.kind}
		>
			<p>{flash.text}</p>
		</div>
	);
}
