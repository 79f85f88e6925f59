import { useEffect } from "react";
import { showToast, type ToastKind } from "~/browser/toasts";
import { Icon, type IconName } from "~/components/icon";
import { useHydrated } from "~/components/use-hydrated";
import type { RootData } from "~/components/use-root-data";
import { useTexts } from "~/components/use-texts";

const kinds: readonly ToastKind[] = ["success", "error", "loading"];

/** The list of toasts, which `app/browser/toasts.ts` fills with copies of the boxes. */
export function Toasts() {
	const { t } = useTexts();
	return (
		<>
			<div
				className="pointer-events-none sticky top-4 z-50 mx-4 flex h-0 flex-col items-center gap-2 print:hidden"
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

const looks: Readonly<Record<ToastKind, { icon?: IconName; border: string; text?: string }>> = {
	success: { icon: "check", border: "border-success", text: "text-success" },
	error: { icon: "warning", border: "border-danger", text: "text-danger" },
	loading: { border: "border-edge" },
};

export function ToastBox({ kind, text }: { readonly kind: ToastKind; readonly text: string }) {
	const { t } = useTexts();
	const { icon, text: colour } = looks[kind];
	return (
		<div
			className={`toast toast-${kind} pointer-events-auto flex min-h-11 max-w-lg flex-none animate-arrive items-center gap-3 rounded-control border-2 border-l-6 bg-ground py-2 pr-2 pl-4 font-semibold text-ink first:mt-2 data-leaving:opacity-0 data-leaving:transition-opacity data-leaving:duration-300 ${looks[kind].border}`}
			role={kind === "error" ? "alert" : "status"}
		>
			{icon && <Icon name={icon} className={colour} />}
			{kind === "loading" && <span className="spinner" aria-hidden="true" />}
			<p>{text}</p>
			<button
				type="button"
				className="ml-auto grid size-11 flex-none cursor-pointer place-items-center rounded-control hover:bg-surface"
				aria-label={t("toast.close")}
			>
				<Icon name="cross" />
			</button>
		</div>
	);
}

/**
 * The message about the last action: a banner in the document, which becomes a toast when scripts run, unless it is to stay. It stands in
 * the toast's place from the first paint on, so that the page does not move then.
 */
export function FlashMessage({ flash }: { readonly flash: RootData["flash"] }) {
	const hydrated = useHydrated();
	useEffect(() => {
		if (flash && !flash.isLasting) showToast(flash.kind, flash.text);
	}, [flash]);
	if (!flash) return null;
	if (flash.isLasting) {
		return (
			<p className="notice notice-success" role="status">
				{flash.text}
			</p>
		);
	}
	if (hydrated) return null;
	return (
		<div
			className={`notice notice-${flash.kind === "success" ? "success" : "danger"} in-data-scripts:pointer-events-none in-data-scripts:absolute in-data-scripts:inset-x-4 in-data-scripts:top-2 in-data-scripts:z-50 in-data-scripts:mx-auto in-data-scripts:my-0 in-data-scripts:w-fit in-data-scripts:max-w-lg in-data-scripts:px-4 in-data-scripts:py-2.5 in-data-scripts:font-semibold`}
			role={flash.kind === "success" ? "status" : "alert"}
			data-flash={flash.kind}
		>
			<p>{flash.text}</p>
		</div>
	);
}
