import { type FormEvent, type ReactNode, useState } from "react";
import { addTap, withdrawTap } from "~/browser/queue/queue-state";
import { type HiddenValue, HiddenValues } from "~/components/hidden-values";
import { useTexts } from "~/components/use-texts";
import { loadTools } from "./use-queue";
import { Waiting } from "./waiting";

interface ActionFormProps {
	/** Path of the page whose action gets the form. */
	readonly action: string;
	/** Shown when the form fails and the server says nothing. */
	readonly errorText: string;
	/**
	 * What the form changes. A form with a target waits in the browser when the connection is lost. A form without one is sent at
	 * once or not at all.
	 */
	readonly target?: string;
	/**
	 * For a form with a target: the field it changes, and the value that the page shows. The server refuses a form whose sender saw
	 * an older value.
	 */
	readonly tap?: { readonly field: string; readonly seen?: string; readonly refused: readonly string[] };
	/**
	 * For a form with a target whose buttons change a field each: how each field is changed, by the name of its button, which is a part
	 * of the target.
	 */
	readonly taps?: Readonly<Record<string, { readonly refused: readonly string[] }>>;
	/** For a form with a target: competition number of the pilot, for what speaks of the form elsewhere. */
	readonly about?: string | undefined;
	/** For a form with a target: name of the select whose choice the form changes. It is a part of the target. */
	readonly choice?: string;
	/** Whether a row of the page, with the target as its id, says what was not accepted. */
	readonly isSaidInRow?: boolean;
	/** Sent by every button. */
	readonly values?: Readonly<Record<string, HiddenValue>>;
	readonly children: ReactNode | ((busy: boolean) => ReactNode);
}

/** A form of one click. A script sends it and leaves the page as it is when that fails; without scripts it is a plain form. */
export function ActionForm(props: ActionFormProps) {
	const { action, target, tap, isSaidInRow = false, values, children } = props;
	const { busy, error, onSubmit } = useSubmit(props);
	return (
		<form
			method="post"
			action={action}
			encType="multipart/form-data"
			aria-busy={busy || undefined}
			onSubmit={onSubmit}
		>
			<HiddenValues values={{ seen: tap?.seen, ...values }} />
			{typeof children === "function" ? children(busy) : children}
			{error && (
				<p className="field-error" role="status">
					{error}
				</p>
			)}
			{target !== undefined && !isSaidInRow && <Waiting target={target} />}
		</form>
	);
}

/** Sends the form by a script: at once, or as a tap that may wait. */
function useSubmit({ action, errorText, target, taps, about, choice = "", ...props }: ActionFormProps) {
	const { t } = useTexts();
	const [direct, setDirect] = useState({ busy: false, error: "" });

	async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
		event.preventDefault();
		if (direct.busy) return;
		const { currentTarget } = event;
		const body = new FormData(currentTarget);
		const { submitter } = event.nativeEvent as SubmitEvent;
		const button = submitter instanceof HTMLButtonElement ? submitter : null;
		if (button?.name) body.append(button.name, button.value);
		const select = currentTarget.elements.namedItem(choice);
		const chosen = select instanceof HTMLSelectElement ? select.selectedOptions[0] : undefined;
		const label = button?.dataset.label ?? button?.textContent?.trim() ?? "";
		const form = { url: action, label: chosen ? `${chosen.text}: ${label}` : label, errorText };
		const field = button?.name ?? "";
		const part = chosen?.value ?? (taps && field);
		const changed = part === undefined ? target : `${target}#${part}`;
		const tap = taps?.[field] ? { field, ...taps[field] } : props.tap;
		// Before anything is waited for: the next tap must have seen this one.
		const refused = tap?.refused ?? [];
		const added =
			changed === undefined
				? null
				: addTap({ ...form, body: [...body], target: changed, field: tap?.field, about }, refused);
		const { sendDirectly, sendTap } = await loadTools().catch((error) => {
			// The error below the button says that it was not done.
			if (added) withdrawTap(added.key);
			throw error;
		});
		// A browser that can store nothing sends it at once or not at all.
		if (added && (await sendTap(added, refused))) {
			// For the next choice.
			if (chosen) currentTarget.reset();
			return;
		}
		setDirect({ busy: true, error: "" });
		setDirect({ busy: false, error: (await sendDirectly({ ...form, body }, t("form.submitting"))) ?? "" });
	}

	function fail(): void {
		setDirect({ busy: false, error: errorText });
	}

	const onSubmit = (event: FormEvent<HTMLFormElement>) => void submit(event).catch(fail);
	return { ...direct, onSubmit };
}
