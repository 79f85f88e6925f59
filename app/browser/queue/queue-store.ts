import type { QueuedItem, QueuedRequest } from "./queue-state";

/* public/queue-sync.js, the service worker's part, knows these names. */
const databaseName = "glidercup";
const storeName = "queue";
const channelName = "queue";

function settle<T>(request: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}

/** A request that was sent: its key, and the JSON of the server. */
interface Sent {
	readonly key: string;
	readonly value: unknown;
}

let opened: Promise<IDBDatabase> | null = null;
let channel: BroadcastChannel | null = null;
let onForeignChange = (_sent: Sent | null) => {};

/** Calls when another page or the service worker has changed what waits, with what it has sent. */
export function listenToStore(listener: typeof onForeignChange): void {
	onForeignChange = listener;
}

/** Once for the page; tried again after it has failed. */
function database(): Promise<IDBDatabase> {
	opened ??= open().catch((error) => {
		opened = null;
		throw error;
	});
	return opened;
}

async function open(): Promise<IDBDatabase> {
	channel ??= new BroadcastChannel(channelName);
	channel.onmessage = ({ data }) => onForeignChange(data);
	const opening = indexedDB.open(databaseName, 1);
	opening.onupgradeneeded = () => {
		opening.result.createObjectStore(storeName, { keyPath: "order", autoIncrement: true });
	};
	return settle(opening);
}

/** Ends when the change is on the disk, not only accepted. */
async function change(run: (store: IDBObjectStore) => void, sent: Sent | null = null): Promise<void> {
	const transaction = (await database()).transaction(storeName, "readwrite", { durability: "strict" });
	run(transaction.objectStore(storeName));
	await new Promise<void>((resolve, reject) => {
		transaction.oncomplete = () => resolve();
		transaction.onabort = () => reject(transaction.error);
	});
	channel?.postMessage(sent);
}

/** Everything that waits in this browser, of all accounts, in order. */
export async function storedItems(): Promise<QueuedItem[]> {
	return settle((await database()).transaction(storeName).objectStore(storeName).getAll());
}

/** @param replaced items that make room for it */
export function addItem(request: QueuedRequest, replaced: readonly QueuedItem[] = []): Promise<void> {
	return change((store) => {
		for (const { order } of replaced) store.delete(order);
		store.add({ ...request, problem: null });
	});
}

/** An item that was discarded while it was being sent does not come back. */
export function updateItem(item: QueuedItem): Promise<void> {
	return change((store) => {
		const found = store.getKey(item.order);
		found.onsuccess = () => {
			if (found.result !== undefined) store.put(item);
		};
	});
}

/** Deletes items that were discarded, all at once. */
export function deleteItems(items: readonly QueuedItem[]): Promise<void> {
	return change((store) => {
		for (const { order } of items) store.delete(order);
	});
}

/** @param sent set when the server has accepted it: the page on which it was made shows the answer, even if another page has sent it */
export function deleteItem({ order }: QueuedItem, sent?: Sent): Promise<void> {
	return change((store) => store.delete(order), sent);
}
