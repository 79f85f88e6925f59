import { useTranslation } from "react-i18next";
import { Icon, type IconName } from "~/components/icon";

export type ToastBoxKind = "success" | "error" | "blank" | "loading";

interface ToastBoxProps {
	readonly kind: ToastBoxKind;
	readonly text: string;
	readonly leaving?: boolean;
	readonly onClose?: () => void;
}

const icons: Readonly<Partial<Record<ToastBoxKind, IconName>>> = { success: "check", error: "warning" };

/** One message at the top of the page; the same for React and for the page's script. */
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
