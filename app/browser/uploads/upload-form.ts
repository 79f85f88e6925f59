import { checkUploadName, checkUploadSize } from "~/lib/flights/igc-file/upload-limits";
import { showBusy } from "../buttons";
import { requireFields } from "../complaints";
import { enqueueItem, sendAll } from "../queue/queue-sender";
import { owner, settled } from "../queue/queue-state";
import { acceptDrops } from "./accept-drops";
import { fieldOf, matchedFields, openReceipt, refusedCard, showLogs } from "./log-cards";
import { type KnownSigns, type MatchedFile, matchFile } from "./match-file";
import { textsOfForm, type UploadReply, type UploadTexts, uploadedEvent } from "./upload-texts";

/**
 * Lets the upload form take several files, dropped ones too. They wait in the browser until the server has them, and are sent one
 * after another with progress. A single accepted file leads to its receipt, as it does without scripts. Organisers have a form of
 * its own for several files, which need not be of one pilot.
 */
export function improveUploads(form: HTMLFormElement): void {
	const texts = textsOfForm(form);
	const input = form.querySelector<HTMLInputElement>("[type=file]");
	const list = document.getElementById("uploads");
	if (!input || !list || "improved" in form.dataset) return;
	form.dataset.improved = "";
	const inputForSeveral = document.querySelector<HTMLInputElement>("#many-logs") ?? input;
	if (inputForSeveral === input) {
		input.multiple = true;
		const hint = document.getElementById(`${input.id}-hint`);
		if (hint) hint.textContent = texts.several;
	}
	acceptDrops(input, inputForSeveral);
	showLogs(list, form, texts);
	/** What is asked of the chosen file. */
	let asked: MatchedFile["ask"] = {};
	const known = JSON.parse(form.dataset.known ?? "") as KnownSigns;
	input.addEventListener("input", async () => {
		asked = await showFound(form, [...(input.files ?? [])], known, texts);
	});

	let busy = false;
	form.addEventListener("submit", async (event) => {
		event.preventDefault();
		if (busy || !requireFields(form, texts, { ...asked, igc: texts.noFile })) return;
		busy = true;
		const button = form.querySelector<HTMLButtonElement>("[type=submit]");
		const idle = button && showBusy(button);
		const files = [...(input.files ?? [])];
		const { keys, unstored } = await storeLogs(form, files, list, texts);
		// A browser that can store nothing sends a single file as it does without scripts.
		if (unstored.length > 0 && files.length === 1) return form.submit();
		for (const { name } of unstored) showRefused(list, name, texts.file.alone, texts);
		if (keys.length > 0) void sendAll();
		list.firstElementChild?.scrollIntoView({ block: "nearest" });
		const outcomes = await Promise.all(keys.map(settled));
		input.value = "";
		asked = await showFound(form, [], known, texts);
		idle?.();
		busy = false;
		const [only] = outcomes;
		if (files.length === 1 && only?.kind === "sent") openReceipt(only.value as UploadReply);
		else document.dispatchEvent(new Event(uploadedEvent));
		list.querySelector("select")?.focus();
	});
}

/** Says in the first option of each field what a single file says itself. @returns what it leaves to its sender */
async function showFound(
	form: HTMLFormElement,
	files: readonly File[],
	known: KnownSigns,
	{ fromLog, ...texts }: UploadTexts,
): Promise<MatchedFile["ask"]> {
	const [file] = files;
	const found = file && files.length === 1 ? await matchFile(file, known, { fromLog, ...texts }) : null;
	for (const name of matchedFields) {
		const select = fieldOf(form, name);
		const none = select?.options[0];
		if (!select || !none) continue;
		const label = [...select.options].find(({ value }) => value !== "" && value === found?.[name])?.text;
		none.text = label
			? fromLog.found.replace("{found}", label)
			: files.length > 1
				? fromLog.each
				: fromLog.any;
	}
	return found?.ask ?? {};
}

function showRefused(list: HTMLElement, name: string, reason: string, texts: UploadTexts): void {
	list.insertBefore(refusedCard(name, reason, texts), list.firstChild);
}

/** Shows what is no log and stores the others. @returns keys in the queue, and what the browser could not store */
async function storeLogs(
	form: HTMLFormElement,
	files: readonly File[],
	list: HTMLElement,
	texts: UploadTexts,
): Promise<{ readonly keys: readonly string[]; readonly unstored: readonly File[] }> {
	const others = [...new FormData(form)].filter(([name]) => name !== "igc");
	/** A duty link has no ticket: its logs are a visitor's. */
	const account = others.some(([name]) => name === "ticket") ? owner().account : "";
	const url = `/igc/upload?lng=${document.documentElement.lang}`;
	const keys: string[] = [];
	const unstored: File[] = [];
	for (const file of files) {
		const complaint = checkUploadName(file.name) ?? checkUploadSize(file.size);
		if (complaint) {
			showRefused(list, file.name, texts.file[complaint], texts);
			continue;
		}
		const key = crypto.randomUUID();
		const body = [...others, ["igc", file] as const];
		const log = {
			kind: "log",
			key,
			account,
			url,
			body,
			target: key,
			label: file.name,
			errorText: texts.lost,
		} as const;
		try {
			keys.push(await enqueueItem(log));
		} catch {
			unstored.push(file);
		}
	}
	return { keys, unstored };
}
