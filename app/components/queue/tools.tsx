import { type ReactNode, useEffect } from "react";
import { element } from "~/browser/element";
import { hasQueued } from "~/browser/queue/queue-memory";
import { discardItems, overwriteWith, sendAgain, sendAll, sendLeft } from "~/browser/queue/queue-sender";
import { countChange, isStuck, type QueuedItem } from "~/browser/queue/queue-state";
import { deleteItem } from "~/browser/queue/queue-store";
import { request } from "~/browser/request";
import { showToast } from "~/browser/toasts";
import { useTexts } from "~/components/use-texts";
import { onDutyAccount } from "~/lib/context";
import { AppLink } from "../app-link";

/** Milliseconds until a question to the server fails. */
const questionTimeout = 10_000;

/* The parts of the queue that pages load when they need them: what it shows, and what sends. */
export { sendDirectly, sendTap, sendTyped } from "~/browser/queue/send-form";

/** Sends what earlier pages have left. One quiet line at the foot of the screen counts what waits; nothing moves when it comes. */
export function QueueNotice({ waiting }: { readonly waiting: readonly QueuedItem[] }) {
	const { t } = useTexts();
	useEffect(() => {
		// Something may have been sent after this page was made.
		if (hasQueued()) countChange();
		void sendLeft();
	}, []);
	const stuck = waiting.filter(isStuck);
	const held = waiting.filter(({ problem }) => problem?.kind === "offline" || problem?.kind === "login");
	const refused = held.filter(({ problem }) => problem?.kind === "login");
	const needsLink = refused.some(({ account }) => account === onDutyAccount);
	const needsLogin = refused.some(({ account }) => account !== onDutyAccount);
	if (stuck.length + held.length === 0) return null;
	return (
		<div
			className="queue-line no-print fixed inset-x-0 bottom-0 z-40 flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-t-2 border-warning bg-warning-ground px-4 py-1 text-ink"
			role="status"
			data-waiting={stuck.length + held.length}
		>
			{held.length > 0 && <span>{t("waiting.total", { count: held.length })}</span>}
			{needsLink && <span>{t("waiting.linkNeeded")}</span>}
			{needsLogin && <span>{t("waiting.loginNeeded")}</span>}
			{stuck.length > 0 && (
				<span>
					{t("waiting.refused", { count: stuck.length })}
					{": "}
					{stuck.map(({ key, about, label, page, target }, index) => (
						<span key={key}>
							{index > 0 && ", "}
							<AppLink to={`${page}#${target}`}>{about ? `${about} ${label}` : label}</AppLink>
						</span>
					))}
				</span>
			)}
			{needsLogin && (
				<AppLink className="button" to="/login">
					{t("nav.login")}
				</AppLink>
			)}
			{held.length > 0 && (
				<button type="button" className="button" onClick={() => void sendAll()}>
					{t("waiting.tryAgain")}
				</button>
			)}
		</div>
	);
}

/** What became of the requests with one target that the server does not have yet. @param items in order */
export function WaitingNote({ items }: { readonly items: readonly QueuedItem[] }) {
	const { t } = useTexts();
	const stuck = items.find(isStuck);
	const label = items.map((item) => item.label).join(" → ");
	if (stuck) return <StuckNote item={stuck} items={items} label={label} />;
	return (
		<div className="waiting-note mt-2" role="status">
			<p>{t("waiting.row", { label })}</p>
			<div className="button-row mt-1">
				<NoteButton onClick={sendAll}>{t("waiting.tryAgain")}</NoteButton>
				<NoteButton onClick={() => discardItems(items.slice(-1))}>{t("waiting.discard")}</NoteButton>
			</div>
		</div>
	);
}

interface StuckNoteProps {
	readonly item: QueuedItem;
	/** It and those behind it, which were made without knowing that it was not accepted. */
	readonly items: readonly QueuedItem[];
	readonly label: string;
}

/** The server has not accepted a request: its text says why, in a conflict what somebody else has set meanwhile. */
function StuckNote({ item, items, label }: StuckNoteProps) {
	const { t } = useTexts();
	const { kind, problem } = item;
	const seen = problem?.kind === "conflict" ? problem.seen : null;
	return (
		<div className="waiting-note mt-2" role="alert">
			{problem && "text" in problem && <p className="field-error">{problem.text}</p>}
			<p>{t("waiting.yours", { label })}</p>
			<div className="button-row mt-1">
				{seen !== null && (
					<NoteButton onClick={() => overwriteWith(items, seen)}>{t("waiting.overwrite")}</NoteButton>
				)}
				{problem?.kind === "failed" && (
					<NoteButton onClick={() => sendAgain(item)}>{t("waiting.tryAgain")}</NoteButton>
				)}
				{kind === "form" && (
					<NoteButton onClick={() => sendAsDocument(item)}>{t("waiting.check")}</NoteButton>
				)}
				<NoteButton onClick={() => discardItems(items)}>{t("waiting.discard")}</NoteButton>
			</div>
		</div>
	);
}

/** The page that answers shows the typed text with the complaints. Without a line it would be lost with the document, so it stays. */
async function sendAsDocument(item: QueuedItem): Promise<void> {
	const { ok } = await request("/api", { timeout: questionTimeout });
	if (!ok) return showToast("error", item.errorText);
	const fields = item.body.map(([name, value]) =>
		element("input", { type: "hidden", name, value: String(value) }),
	);
	const form = element("form", { method: "post", action: item.url }, fields);
	document.body.appendChild(form);
	await deleteItem(item);
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
