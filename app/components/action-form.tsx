import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { discard, enqueue, overwrite, sendQueue } from "~/browser/queue";
import { changeQueueState, type QueuedItem, queueState } from "~/browser/queue-state";
import { failureText, request } from "~/browser/request";
import { showToast } from "~/browser/toasts";
import { useQueue } from "./use-queue";
import { useRootData } from "./use-root-data";

interface ActionFormProps {
	/** Path of the page whose action gets the form. */
	readonly action: string;
	/** Shown when the form fails and the server says nothing. */
	readonly errorText: string;
	/** What the form changes. A form with a target waits in the browser for a lost connection; one without is sent at once or not at all. */
	readonly target?: string;
	/** What the user saw in the place that the form changes. */
	readonly seen?: string;
	readonly children: ReactNode | ((busy: boolean) => ReactNode);
}

/** Milliseconds. */
const directTimeout = 60_000;

/** A form of one click. A script sends it and leaves the page as it is when that fails; without scripts it is a plain form. */
export function ActionForm({ action, errorText, target, seen, children }: ActionFormProps) {
	const { t } = useTranslation();
	const root = useRootData();
	const [direct, setDirect] = useState({ busy: false, failed: "" });
	const { waiting } = useQueue();

	async function sendNow(body: FormData, label: string): Promise<void> {
		const id = crypto.randomUUID();
		setDirect({ busy: true, failed: "" });
		showToast("loading", t("waiting.sending"), id);
		const reply = await request(action, { method: "POST", body, timeout: directTimeout });
		if (reply.ok) {
			showToast("success", failureText({ status: 200, data: reply.value }, label), id);
			changeQueueState({ changes: queueState().changes + 1 });
		} else {
			showToast("error", failureText(reply.failure, errorText), id);
		}
		setDirect({ busy: false, failed: reply.ok ? "" : label });
	}

	async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
		event.preventDefault();
		if (direct.busy) return;
		const body = new FormData(event.currentTarget);
		const { submitter } = event.nativeEvent as SubmitEvent;
		const button = submitter instanceof HTMLButtonElement ? submitter : null;
		if (button?.name) body.append(button.name, button.value);
		const label = button?.textContent?.trim() ?? "";
		if (target === undefined) return sendNow(body, label);
		const key = crypto.randomUUID();
		body.append("formKey", key);
		if (seen !== undefined) body.append("seen", seen);
		const account = root?.user?.id ?? "";
		const edition = String(root?.edition.year ?? "");
		const queued = { key, account, edition, url: action, body: [...body], target, label, errorText };
		// A browser that can store nothing sends at once or not at all.
		await enqueue(queued).catch(() => sendNow(body, label));
	}

	const item = target === undefined ? undefined : waiting.find((one) => one.target === target && one.problem);
	return (
		<form
			method="post"
			action={action}
			encType="multipart/form-data"
			onSubmit={(event) => void submit(event)}
		>
			{typeof children === "function" ? children(direct.busy) : children}
			{direct.failed && (
				<p className="field-error" role="status">
					{t("waiting.notSent", { label: direct.failed })}
				</p>
			)}
			{item && <WaitingNote item={item} all={waiting.filter((one) => one.target === target)} />}
		</form>
	);
}

/** What became of the taps that the server does not have yet. @param item the first of them */
function WaitingNote({ item, all }: { readonly item: QueuedItem; readonly all: readonly QueuedItem[] }) {
	const { t } = useTranslation();
	const { problem } = item;
	if (problem?.kind === "conflict" || problem?.kind === "refused") {
		const seen = problem.kind === "conflict" ? problem.seen : null;
		return (
			<div className="waiting-note" role="alert">
				<p className="field-error">
					{problem.text} {t("waiting.conflict", { label: item.label })}
				</p>
				<div className="button-row">
					{seen !== null && (
						<NoteButton onClick={() => overwrite(item, seen)}>{t("waiting.overwrite")}</NoteButton>
					)}
					<NoteButton onClick={() => discard(item)}>{t("waiting.keep")}</NoteButton>
				</div>
			</div>
		);
	}
	return (
		<div className="waiting-note" role="status">
			<p>{t("waiting.row", { label: all.map(({ label }) => label).join(" → ") })}</p>
			<div className="button-row">
				<NoteButton onClick={sendQueue}>{t("waiting.tryAgain")}</NoteButton>
				<NoteButton onClick={() => discard(all.at(-1) ?? item)}>{t("waiting.discard")}</NoteButton>
			</div>
		</div>
	);
}

interface NoteButtonProps {
	readonly onClick: () => Promise<void>;
	readonly children: ReactNode;
}

function NoteButton({ onClick, children }: NoteButtonProps) {
	return (
		<button type="button" className="button" onClick={() => void onClick()}>
			{children}
		</button>
	);
}
