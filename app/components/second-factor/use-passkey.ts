import { useRef, useState } from "react";
import { hasPasskeys } from "~/browser/passkeys";
import { useHydrated } from "../use-hydrated";

/**
 * A form that sends what a passkey has answered, in hidden fields.
 * @param ask names of the fields with their values; rejects when the user or the browser refuses
 */
export function usePasskey(ask: () => Promise<Readonly<Record<string, string>>>) {
	const form = useRef<HTMLFormElement>(null);
	const [state, setState] = useState<"ready" | "asking" | "refused">("ready");
	const hydrated = useHydrated();

	const send = async () => {
		if (!form.current?.reportValidity()) return;
		setState("asking");
		try {
			fill(form.current, await ask());
			form.current.submit();
			setState("ready");
		} catch {
			setState("refused");
		}
	};

	return {
		form,
		send,
		/** False without scripts too. */
		isPossible: hydrated && hasPasskeys(),
		isAsking: state === "asking",
		isRefused: state === "refused",
	};
}

/** Fields of an earlier try are there still when the browser has come back to the page. */
function fill(form: HTMLFormElement, fields: Readonly<Record<string, string>>): void {
	for (const [name, value] of Object.entries(fields)) {
		form.querySelector(`input[name="${name}"]`)?.remove();
		form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
	}
}
