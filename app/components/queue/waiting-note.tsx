import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { element } from "~/browser/element";
import { discardItem, overwriteWith, sendAgain, sendAll } from "~/browser/queue/queue-sender";
import { isStuck, type QueuedItem } from "~/browser/queue/queue-state";

/** What became of the forms with one target that the server does not have yet. @param items in order */
export function WaitingNote({ items }: { readonly items: readonly QueuedItem[] }) {
	const { t } = useTranslation();
	const stuck = items.find(isStuck);
	if (stuck) return <StuckNote item={stuck} />;
	const last = items.at(-1);
	return (
		<div className="waiting-note" role="status">
			<p>{t("waiting.row", { label: items.map(({ label }) => label).join(" → ") })}</p>
			<div className="button-row">
				<NoteButton onClick={sendAll}>{t("waiting.tryAgain")}</NoteButton>
				{last && <NoteButton onClick={() => discardItem(last)}>{t("waiting.discard")}</NoteButton>}
			</div>
		</div>
	);
}

/** The server has not accepted it: its text says why, in a conflict what somebody else has set meanwhile. */
function StuckNote({ item }: { readonly item: QueuedItem }) {
	const { t } = useTranslation();
	const { kind, label, problem } = item;
	const seen = problem?.kind === "conflict" ? problem.seen : null;
	return (
		<div className="waiting-note" role="alert">
			{problem && "text" in problem && <p className="field-error">{problem.text}</p>}
			<p>{t("waiting.yours", { label })}</p>
			<div className="button-row">
				{seen !== null && (
					<NoteButton onClick={() => overwriteWith(item, seen)}>{t("waiting.overwrite")}</NoteButton>
				)}
				{problem?.kind === "failed" && (
					<NoteButton onClick={() => sendAgain(item)}>{t("waiting.tryAgain")}</NoteButton>
				)}
				{kind === "form" && (
					<NoteButton onClick={() => sendAsDocument(item)}>{t("waiting.check")}</NoteButton>
				)}
				<NoteButton onClick={() => discardItem(item)}>{t("waiting.discard")}</NoteButton>
			</div>
		</div>
	);
}

/** The page that answers shows the typed text with the complaints. */
async function sendAsDocument(item: QueuedItem): Promise<void> {
	const fields = item.body.map(([name, value]) =>
		element("input", { type: "hidden", name, value: String(value) }),
	);
	const form = element("form", { method: "post", action: item.url }, fields);
	document.body.appendChild(form);
	await discardItem(item);
	form.submit();
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
