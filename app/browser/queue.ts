import { loadChunk } from "./load-chunk";
import type { QueuedItem, QueuedRequest } from "./queue-state";

/** Remembers that something waits, so that other pages need not load the queue. */
const memory = "queued";

/** Loaded when it is first needed; at the latest when a page shows a form that uses it, because later the line may be lost. */
const loadSender = () => loadChunk(import("./queue-sender"));

export function prepareQueue(): void {
	void loadSender().catch(() => undefined);
}

/**
 * Sends a form now, or as soon as the server can be reached.
 * @throws what the browser throws when it cannot store the form
 */
export async function enqueue(request: QueuedRequest): Promise<void> {
	const sender = await loadSender();
	await sender.enqueueItem(request);
	localStorage.setItem(memory, "yes");
	void sender.sendAll();
}

/** Shows and sends what earlier pages have left. */
export async function resumeQueue(): Promise<void> {
	if (!localStorage.getItem(memory)) return;
	const sender = await loadSender();
	if ((await sender.showQueue()).length > 0) await sender.sendAll();
}

export async function sendQueue(): Promise<void> {
	await (await loadSender()).sendAll();
}

export async function discard(item: QueuedItem): Promise<void> {
	await (await loadSender()).discardItem(item);
}

export async function overwrite(item: QueuedItem, seen: string): Promise<void> {
	await (await loadSender()).overwriteWith(item, seen);
}
