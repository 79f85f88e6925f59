import { useEffect } from "react";
import { resolveValue, useToaster } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { toastLimit } from "~/browser/toast-times";
import { type ToastMessage, toastEvent } from "~/browser/toasts";
import { Icon, type IconName } from "~/components/icon";
import { toast, toastOptions } from "./toast";

/** The list of toasts. React fills it on hydrated pages, elsewhere the page's script from the templates and the texts on the list. */
export function Toasts({ hydrates }: { readonly hydrates: boolean }) {
	const { t } = useTranslation();
	return (
		<>
			<div
				className="toasts"
				id="toasts"
				data-offline={t("offline.toast")}
				data-unavailable={t("backend.unavailable")}
			>
				{hydrates && <LiveToasts />}
			</div>
			{!hydrates &&
				(["success", "error"] as const).map((kind) => (
					<template key={kind} id={`toast-${kind}`}>
						<ToastBox kind={kind} text="" />
					</template>
				))}
		</>
	);
}

function LiveToasts() {
	const { toasts, handlers } = useToaster(toastOptions);
	useEffect(() => {
		const show = (event: Event) => {
			const { kind, text, id } = (event as CustomEvent<ToastMessage>).detail;
			toast[kind](text, id);
		};
		document.addEventListener(toastEvent, show);
		return () => document.removeEventListener(toastEvent, show);
	}, []);
	return toasts.slice(0, toastLimit).map((shown) => (
		// biome-ignore lint/a11y/noStaticElementInteractions: a message waits while the pointer rests on it; nothing is operated
		<div key={shown.id} onMouseEnter={handlers.startPause} onMouseLeave={handlers.endPause}>
			<ToastBox
				kind={shown.type as ToastBoxKind}
				text={String(resolveValue(shown.message, shown))}
				leaving={!shown.visible}
				onClose={() => toast.dismiss(shown.id)}
			/>
		</div>
	));
}

type ToastBoxKind = "success" | "error" | "loading";

interface ToastBoxProps {
	readonly kind: ToastBoxKind;
	readonly text: string;
	readonly leaving?: boolean;
	readonly onClose?: () => void;
}

const icons: Readonly<Partial<Record<ToastBoxKind, IconName>>> = { success: "check", error: "warning" };

export function ToastBox({ kind, text, leaving = false, onClose }: ToastBoxProps) {
	const { t } = useTranslation();
	const icon = icons[kind];
	return (
		<div
			className={`toast toast-${kind}`}
			role={kind === "error" ? "alert" : "status"}
			data-leaving={leaving || undefined}
		>
			{icon && <Icon name={icon} />}
			{kind === "loading" && <span className="spinner" aria-hidden="true" />}
			<p>{text}</p>
			<button type="button" aria-label={t("toast.close")} onClick={onClose}>
				<Icon name="cross" />
			</button>
		</div>
	);
}
