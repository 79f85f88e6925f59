import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { areFilled, lookEvery } from "~/browser/filled";

/** The form's one button; while the form is on its way it is disabled, turns and says so. */
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
	/** Whether what it does cannot be undone. */
	readonly danger?: boolean;
	/** Whether it is the action of the page that matters. */
	readonly primary?: boolean;
	/** Names of the fields that must be filled in first; only where scripts run. */
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
			// Until React is there, the page's script sees to it.
			data-needs={disabled ? undefined : waitsFor.join(" ") || undefined}
			aria-busy={busy || undefined}
			// A field that is left may show a complaint, which would move the button away from under the pressed pointer: the
			// click would be lost. Pressing the button leaves the focus where it is.
			onMouseDown={(event) => event.preventDefault()}
		>
			{busy && <span className="spinner" aria-hidden="true" />}
			{busy ? t("form.submitting") : children}
		</button>
	);
}

/**
 * Whether none of the named fields of a button's form is empty. True on the server and until the page is awake: without scripts
 * the button must work. Belongs into the button, so that the form is not rendered anew with each look.
 */
function useFilled(button: RefObject<HTMLButtonElement>, names: readonly string[]): boolean {
	const [filled, setFilled] = useState(true);
	const list = names.join(" ");
	useEffect(() => {
		const form = button.current?.form;
		if (!form || list === "") return;
		const look = () => setFilled(areFilled(form, list.split(" ")));
		// The page's script may have disabled it, of which React does not know.
		if (button.current?.dataset.needs) button.current.disabled = false;
		look();
		const timer = setInterval(look, lookEvery);
		form.addEventListener("input", look);
		return () => {
			clearInterval(timer);
			form.removeEventListener("input", look);
		};
	}, [button, list]);
	return filled;
}
