import { element } from "../element";
import { listenToProgress } from "../queue/post-item";
import { discardItems, enqueueItem, sendAgain, sendAll } from "../queue/queue-sender";
import {
	type QueuedItem,
	type QueueProblem,
	queueState,
	settled,
	subscribeQueue,
} from "../queue/queue-state";
import { forgetReceipt, keepReceipt, keptReceipts } from "./kept-receipts";
import type { UploadReply, UploadTexts } from "./upload-texts";

interface Card {
	/** What the card shows. The card is made again when that changes. */
	readonly shows: string;
	readonly element: HTMLElement;
}

/** Shows what becomes of every log: those of the form, and those that earlier pages have left. */
export function showLogs(list: HTMLElement, form: HTMLFormElement, texts: UploadTexts): void {
	const cards = new Map<string, Card>();

	function show(key: string, shows: string, make: () => HTMLElement): void {
		const before = cards.get(key);
		if (before?.shows === shows) return;
		const card = { shows, element: make() };
		cards.set(key, card);
		if (before) before.element.replaceWith(card.element);
		else list.insertBefore(card.element, list.firstChild);
	}

	function showAll(): void {
		const { waiting, answers } = queueState();
		const logs = waiting.filter(({ kind }) => kind === "log");
		for (const { item, value } of answers) {
			if (item.kind !== "log") continue;
			const reply = value as UploadReply;
			show(item.key, "sent", () => {
				keepReceipt(item, reply);
				return acceptedCard(item.label, reply, texts);
			});
		}
		for (const item of logs) {
			const { problem } = item;
			if (problem?.kind === "failed") {
				show(item.key, "failed", () => waitingCard(item, problem.text, () => sendAgain(item), texts));
			} else if (problem?.kind === "refused" && problem.ask) {
				const question = { text: problem.text, asked: problem.ask };
				show(item.key, "asks", () => askingCard(item, question, form, texts));
			} else if (problem && "text" in problem) {
				show(item.key, "refused", () => refusedCard(item.label, problem.text, texts));
				void discardItems([item]);
			} else if (problem) {
				const text = waitingText(problem, texts);
				show(item.key, text, () => waitingCard(item, text, sendAll, texts));
			} else {
				show(item.key, "sending", () => progressCard(item.label, texts));
			}
		}
		for (const [key, card] of cards) {
			const isOver = card.shows === "sent" || card.shows === "refused";
			if (isOver || logs.some((item) => item.key === key)) continue;
			// Discarded, or sent by another page.
			card.element.remove();
			cards.delete(key);
		}
	}

	listenToProgress((key, part) => {
		const bar = cards.get(key)?.element.querySelector("progress");
		if (bar) bar.value = part;
	});
	subscribeQueue(showAll);
	for (const { key, label, reply } of keptReceipts())
		show(key, "sent", () => acceptedCard(label, reply, texts));
	showAll();
	// A page with a waiting log stays when the connection is back.
	addEventListener("online", () => void sendAll());
}

const titleOf = (name: string) => element("p", { className: "notice-title" }, [name]);

function progressCard(name: string, { progress }: UploadTexts): HTMLElement {
	const bar = element("progress", { value: 0, max: 1, ariaLabel: progress.replace("{name}", name) });
	return element("div", { className: "card" }, [element("p", {}, [name]), bar]);
}

function acceptedCard(name: string, { fine, receipt, msg }: UploadReply, texts: UploadTexts): HTMLElement {
	const link = element("a", { href: receipt, onclick: () => forgetReceipt(receipt) }, [
		`${texts.receipt} `,
		element("span", { className: "sr-only" }, [name]),
	]);
	return element("div", { className: `notice notice-${fine ? "success" : "warning"}` }, [
		titleOf(name),
		element("p", {}, [msg]),
		element("p", {}, [link]),
	]);
}

export function refusedCard(name: string, reason: string, texts: UploadTexts): HTMLElement {
	const text = element("p", {}, [`${texts.refused} ${reason}`]);
	return element("div", { className: "notice notice-danger" }, [titleOf(name), text]);
}

/** The fields that a log itself may fill in. */
export const matchedFields = ["pilot", "day"] as const;

export function fieldOf(form: HTMLFormElement, name: string): HTMLSelectElement | null {
	const field = form.elements.namedItem(name);
	return field instanceof HTMLSelectElement ? field : null;
}

/** Asks for what a log does not say clearly; it is sent again with the answer. */
function askingCard(
	item: QueuedItem,
	{ text, asked }: { readonly text: string; readonly asked: readonly string[] },
	form: HTMLFormElement,
	texts: UploadTexts,
): HTMLElement {
	const fields = asked.flatMap((name) => {
		const of = fieldOf(form, name)?.cloneNode(true);
		if (!(of instanceof HTMLSelectElement)) return [];
		const [none] = of.options;
		const { [name]: label = "" } = texts.fields;
		if (none) none.text = label;
		const id = `${name}-${item.key}`;
		return [Object.assign(of, { id, required: true, value: "", ariaLabel: `${label}, ${item.label}` })];
	});
	const answers = element(
		"form",
		{
			onsubmit: (event) => {
				event.preventDefault();
				void sendAnswered(item, new Map(fields.map(({ name, value }) => [name, value])));
			},
		},
		[
			...fields.map((field) => element("div", { className: "field" }, [field])),
			element("div", { className: "button-row" }, [
				element("button", { type: "submit", className: "button" }, [texts.send]),
				element("button", { type: "button", className: "button", onclick: () => void discardItems([item]) }, [
					texts.waiting.discard,
				]),
			]),
		],
	);
	return element("div", { className: "notice notice-warning" }, [
		titleOf(item.label),
		element("p", {}, [text]),
		answers,
	]);
}

/** A log that is the only one leads to its receipt, as if it had been clear at once. */
async function sendAnswered(item: QueuedItem, answers: ReadonlyMap<string, string>): Promise<void> {
	const { order: _, problem: __, ...request } = item;
	const body = [...item.body.filter(([name]) => !answers.has(name)), ...answers];
	const isOnly = queueState().waiting.length === 1;
	const key = await enqueueItem({ ...request, body, key: crypto.randomUUID() }, [item.key]);
	void sendAll();
	const outcome = await settled(key);
	if (isOnly && outcome.kind === "sent") openReceipt(outcome.value as UploadReply);
}

export function openReceipt({ receipt }: UploadReply): void {
	forgetReceipt(receipt);
	location.assign(receipt);
}

/** Why a log waits: for the line or a login, or for what a server says that has no room now. */
function waitingText(
	problem: Exclude<QueueProblem, { readonly text: string }>,
	{ waiting }: UploadTexts,
): string {
	const why = problem.kind === "offline" ? problem.why : undefined;
	return why === undefined ? waiting[problem.kind] : `${why} ${waiting.later}`;
}

/** The card of a log that waits for the connection, a login or its sender. */
function waitingCard(
	item: QueuedItem,
	problem: string,
	tryAgain: () => Promise<void>,
	texts: UploadTexts,
): HTMLElement {
	const button = (text: string, onclick: () => Promise<void>) =>
		element("button", { type: "button", className: "button", onclick: () => void onclick() }, [text]);
	const card = element("div", { className: "notice notice-warning" }, [
		titleOf(item.label),
		element("p", {}, [problem]),
		element("div", { className: "button-row" }, [
			button(texts.waiting.tryAgain, tryAgain),
			button(texts.waiting.discard, () => discardItems([item])),
		]),
	]);
	card.dataset.waitingLog = "";
	return card;
}
