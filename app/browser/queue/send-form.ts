import { failureText, messageIn, request } from "../request";
import { showToast } from "../toasts";
import { enqueueItem, sendAll } from "./queue-sender";
import { countChange, endTap, type QueuedRequest, queueState, settled } from "./queue-state";
import { deleteItem } from "./queue-store";

/** Milliseconds. They are many, as the server may ask another server. */
const directTimeout = 60_000;

interface OneClick {
	readonly url: string;
	readonly body: FormData;
	/** Text of the button. */
	readonly label: string;
	/** Shown when it fails and the server says nothing. */
	readonly errorText: string;
}

/**
 * Keeps a tap in the browser until the server has it.
 * @param tap as `addTap` has shown it
 * @param refused see `enqueueItem`
 * @returns false when the browser cannot store it
 */
export async function sendTap(tap: QueuedRequest, refused: readonly string[]): Promise<boolean> {
	try {
		await enqueueItem(tap, refused);
	} catch {
		return false;
	} finally {
		endTap(tap.key);
	}
	void sendAll();
	return true;
}

/** Sends a form now or not at all. @returns why it was not done; null when it was */
export async function sendDirectly(
	{ url, body, label, errorText }: OneClick,
	sendingText: string,
): Promise<string | null> {
	const toast = crypto.randomUUID();
	showToast("loading", sendingText, toast);
	const reply = await request(url, { method: "POST", body, timeout: directTimeout });
	if (reply.ok) {
		showToast("success", messageIn(reply.value) ?? label, toast);
		countChange();
		return null;
	}
	const text = failureText(reply.failure, errorText);
	showToast("error", text, toast);
	return text;
}

interface TypedForm {
	readonly label: string;
	/** Shown when it fails and the server says nothing. */
	readonly errorText: string;
	/** What the form changes, if that is not the address to which it is sent. */
	readonly target?: string;
}

/** The result of sending a form with typed text, with the path of the next page if the server has named one. */
type Sending =
	| { readonly kind: "sent"; readonly to: string | undefined }
	| { readonly kind: "waits" }
	| { readonly kind: "refused" };

/**
 * Sends a form with typed text. A form without a key gets a random one, so that the server accepts it once. A form that the server
 * refuses is sent again as a document, so that the page shows the reason as it does without scripts.
 */
export async function sendTyped(
	form: HTMLFormElement,
	{ label, errorText, target }: TypedForm,
): Promise<Sending> {
	const url = form.getAttribute("action") ?? location.pathname + location.search;
	const body = new FormData(form);
	const newKey = crypto.randomUUID();
	if (!body.has("formKey")) body.set("formKey", newKey);
	const key = await enqueueItem({
		kind: "form",
		key: newKey,
		url,
		target: target ?? url,
		label,
		errorText,
		body: [...body],
		tappedAt: Date.now(),
	});
	void sendAll();
	const outcome = await settled(key);
	if (outcome.kind === "sent") return { kind: "sent", to: (outcome.value as { readonly to?: string }).to };
	if (outcome.kind === "refused" || outcome.kind === "conflict") {
		const item = queueState().waiting.find((one) => one.key === key);
		if (item) await deleteItem(item);
		HTMLFormElement.prototype.submit.call(form);
		return { kind: "refused" };
	}
	return { kind: "waits" };
}
