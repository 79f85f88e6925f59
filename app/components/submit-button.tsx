import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { areFilled, checkInterval } from "~/browser/filled";

/** The form's one button. It is disabled and shows a spinner while the form is being sent. */
export function SubmitButton({
	busy,
	disabled = false,
	danger = false,
	primary = !danger,
	waitsFor = [],
	children,
}: {
	readonly busy: boolean;
	readonly disabled?: boolean;
	/** True when the action cannot be undone. */
	readonly danger?: boolean;
	/** True for the main action of the page. */
	readonly primary?: boolean;
	/** Names of the fields that must have a value first, where scripts run. */
	readonly waitsFor?: readonly string[];
	readonly children: ReactNode;
}) {
	const { t } = useTranslation();
	const button = useRef<HTMLButtonElement>(null);
	const filled = useFilled(button, waitsFor);
	return (
		<button
			ref={button}
			type="submit"
			className={["button", danger && "button-danger", primary && "button-primary"].filter(Boolean).join(" ")}
			disabled={busy || disabled || !filled}
			// Read by the page's script until React has hydrated the page.
			data-needs={disabled ? undefined : waitsFor.join(" ") || undefined}
			aria-busy={busy || undefined}
			// Keeps the focus in the field. On losing it the field may show a complaint, which moves the button away from the pointer: the
			// click would be lost.
			onMouseDown={(event) => event.preventDefault()}
		>
			{busy && <span className="spinner" aria-hidden="true" />}
			{busy ? t("form.submitting") : children}
		</button>
	);
}

/**
 * Whether the button's form has a value in each of these fields. True on the server and until the page has hydrated: without scripts the
 * button must work. It is called in the button, so that a check does not render the whole form.
 */
function useFilled(button: RefObject<HTMLButtonElement>, names: readonly string[]): boolean {
	const [filled, setFilled] = useState(true);
	const list = names.join(" ");
	useEffect(() => {
		const form = button.current?.form;
		if (!form || list === "") return;
		const check = () => setFilled(areFilled(form, list.split(" ")));
		// React does not know that the page's script may have disabled it.
		if (button.current?.dataset.needs) button.current.disabled = false;
		check();
		const timer = setInterval(check, checkInterval);
		form.addEventListener("input", check);
		return () => {
			clearInterval(timer);
			form.removeEventListener("input", check);
		};
	}, [button, list]);
	return filled;
}
