import { element } from "../element";
import { requireFields, withdrawComplaints } from "./complaints";
import { type LostLog, type SentLog, sendLog, type UploadReply } from "./send-log";
import { textsOfForm, type UploadTexts, uploadedEvent } from "./upload-texts";

/** What the script shows beside a file. */
type Outcome = UploadReply | LostLog;

/**
 * Lets the upload form take several files, dropped ones too, and send them one after another with progress. A single
 * accepted file leads to its receipt, as it does without scripts.
 */
export function improveUploads(form: HTMLFormElement): void {
	const texts = textsOfForm(form);
	const input = form.querySelector<HTMLInputElement>("[type=file]");
	const list = document.getElementById("uploads");
	if (!input || !list || "improved" in form.dataset) return;
	form.dataset.improved = "";
	input.multiple = true;
	const hint = document.getElementById(`${input.id}-hint`);
	if (hint) hint.textContent = texts.several;
	acceptDrops(input);
	withdrawComplaints(form);

	let busy = false;
	form.addEventListener("submit", async (event) => {
		event.preventDefault();
		if (busy || !requireFields(form, texts)) return;
		busy = true;
		const idle = showBusy(form, texts);
		const outcomes = await sendAll(logsOf(form, input), list, texts);
		input.value = "";
		idle();
		busy = false;
		const [only] = outcomes;
		if (outcomes.length === 1 && only?.ok) location.assign(only.receipt);
		else document.dispatchEvent(new Event(uploadedEvent));
	});
}

function logsOf(form: HTMLFormElement, input: HTMLInputElement): SentLog[] {
	const fields = new FormData(form);
	return [...(input.files ?? [])].map((file) => ({
		key: crypto.randomUUID(),
		pilot: String(fields.get("pilot")),
		day: String(fields.get("day")),
		file,
	}));
}

/** Lists all files first, then sends them in order. */
async function sendAll(logs: readonly SentLog[], list: HTMLElement, texts: UploadTexts): Promise<Outcome[]> {
	const items = logs.map((log) => ({ log, item: progressOf(log.file, texts) }));
	for (const { item } of [...items].reverse()) list.insertBefore(item.element, list.firstChild);
	const outcomes: Outcome[] = [];
	for (const { log, item } of items) {
		const reason = complaintAbout(log.file, texts);
		const outcome: Outcome = reason
			? { ok: false, text: texts.file[reason] }
			: await sendLog(log, (part) => {
					item.bar.value = part;
				});
		const shown = outcomeOf(log.file, outcome, texts);
		item.element.replaceWith(shown);
		if (outcomes.length === 0) shown.scrollIntoView({ block: "nearest" });
		outcomes.push(outcome);
	}
	return outcomes;
}

/** Checks what needs no server. */
function complaintAbout({ name, size }: File, texts: UploadTexts): keyof UploadTexts["file"] | null {
	if (!name.trim().toLowerCase().endsWith(".igc")) return "notIgc";
	if (size === 0) return "empty";
	return size > texts.largestFile ? "tooLarge" : null;
}

function progressOf({ name }: File, texts: UploadTexts) {
	const bar = element("progress", { value: 0, max: 1, ariaLabel: texts.progress.replace("{name}", name) });
	return { bar, element: element("div", { className: "card" }, [element("p", {}, [name]), bar]) };
}

function outcomeOf({ name }: File, outcome: Outcome, texts: UploadTexts): HTMLElement {
	const title = element("p", { className: "notice-title" }, [name]);
	if (outcome.ok) {
		const kind = outcome.fine ? "success" : "warning";
		const link = element("a", { href: outcome.receipt }, [
			`${texts.receipt} `,
			element("span", { className: "sr-only" }, [name]),
		]);
		const text = element("p", {}, [outcome.text]);
		return element("div", { className: `notice notice-${kind}` }, [title, text, element("p", {}, [link])]);
	}
	const reason = "lost" in outcome ? texts.lost[outcome.lost] : outcome.text;
	const text = element("p", {}, [`${texts.refused} ${reason}`]);
	return element("div", { className: "notice notice-danger" }, [title, text]);
}

/** Files dropped around the input go into it. */
function acceptDrops(input: HTMLInputElement): void {
	const zone = input.closest<HTMLElement>(".drop-zone");
	const over = (is: boolean) => zone?.toggleAttribute("data-over", is);
	zone?.addEventListener("dragover", (event) => {
		event.preventDefault();
		over(true);
	});
	zone?.addEventListener("dragleave", () => over(false));
	zone?.addEventListener("drop", (event) => {
		event.preventDefault();
		over(false);
		if (!event.dataTransfer?.files.length) return;
		input.files = event.dataTransfer.files;
		input.dispatchEvent(new Event("input", { bubbles: true }));
	});
}

/** @returns ends it */
function showBusy(form: HTMLFormElement, texts: UploadTexts): () => void {
	const button = form.querySelector<HTMLButtonElement>("[type=submit]");
	const label = button?.textContent ?? "";
	const show = (busy: boolean) => {
		if (!button) return;
		button.disabled = busy;
		button.ariaBusy = busy ? "true" : null;
		button.textContent = busy ? texts.submitting : label;
		const spinner = element("span", { className: "spinner", ariaHidden: "true" });
		if (busy) button.insertBefore(spinner, button.firstChild);
	};
	show(true);
	return () => show(false);
}
