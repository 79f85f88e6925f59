import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { areFilled, checkInterval } from "~/browser/filled";

/** Disabled, with a spinner, while the form is sent. */
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
	/** The action cannot be undone. */
	readonly danger?: boolean;
	/** The main action of the page. */
	readonly primary?: boolean;
	/** Names of the fields that must be filled in first. Without scripts the button is always enabled. */
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
			// Until React has hydrated, the page's script disables the button.
			data-needs={disabled ? undefined : waitsFor.join(" ") || undefined}
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

/**
 * Whether all named fields of a button's form are filled in. True on the server and until hydration, because the button
 * must work without scripts. Called in the button, so that a change does not render the whole form.
 */
function useFilled(button: RefObject<HTMLButtonElement>, names: readonly string[]): boolean {
	const [filled, setFilled] = useState(true);
	const list = names.join(" ");
	useEffect(() => {
		const form = button.current?.form;
		if (!form || list === "") return;
		const check = () => setFilled(areFilled(form, list.split(" ")));
		// The page's script may have disabled the button, which React does not know.
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
