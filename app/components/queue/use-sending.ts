import { useNavigate } from "@remix-run/react";
import { loadTools } from "./use-queue";

/** What a form needs that waits in the browser for a lost connection. */
export interface WaitingForm {
	/** Text of its button. */
	readonly label: string;
	/** Shown when it fails and the server says nothing. */
	readonly errorText: string;
	/** What it changes, where that is not the address it is sent to. */
	readonly target?: string;
	/** Called when the server has taken the form, or the browser keeps it. */
	readonly onTaken?: () => void;
}

/**
 * Sends a form by a script, which leaves the page as it is when the line is lost; as a document where that is not possible.
 * @param end called in any case, unless the document loads
 */
export function useSending(waits: WaitingForm | undefined, end: () => void) {
	const navigate = useNavigate();
	return async (form: HTMLFormElement) => {
		if (!waits) return;
		try {
			const { sendTyped } = await loadTools();
			const sending = await sendTyped(form, waits);
			if (sending.kind === "refused") return;
			end();
			waits.onTaken?.();
			if (sending.kind === "waits" || !sending.to) return;
			navigate(sending.to, { replace: sending.to === location.pathname + location.search });
		} catch {
			HTMLFormElement.prototype.submit.call(form);
		}
	};
}
