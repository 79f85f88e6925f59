import type { ReactNode } from "react";
import { useTexts } from "~/components/use-texts";

export const buttonClass = (isPrimary: boolean) => (isPrimary ? "button button-primary" : "button");

/** Disabled, with a spinner, while the form is sent: `app/browser/buttons.ts` shows that of a form that is sent as a document. */
export function SubmitButton({
	busy = false,
	disabled = false,
	danger = false,
	primary = !danger,
	waitsFor = [],
	children,
}: {
	/** Whether a script sends the form. */
	readonly busy?: boolean;
	readonly disabled?: boolean;
	readonly danger?: boolean;
	readonly primary?: boolean;
	/** Names of the fields that must be filled in first. Without scripts the button is always enabled. */
	readonly waitsFor?: readonly string[];
	readonly children: ReactNode;
}) {
	const { t } = useTexts();
	return (
		<button
			type="submit"
			className={["button", danger && "button-danger", primary && "button-primary"].filter(Boolean).join(" ")}
			disabled={busy || disabled}
			data-needs={disabled ? undefined : waitsFor.join(" ") || undefined}
			data-busy={t("form.submitting")}
			aria-busy={busy || undefined}
			// The blur of a field may show a complaint, which moves the button and loses the click. So pressing the button does
			// not move the focus.
			onMouseDown={(event) => event.preventDefault()}
		>
			{busy && <span className="spinner" aria-hidden="true" />}
			{busy ? t("form.submitting") : children}
		</button>
	);
}
