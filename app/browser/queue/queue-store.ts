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

let opened: Promise<IDBDatabase> | null = null;
let channel: BroadcastChannel | null = null;
let onForeignChange = () => {};

/** Calls when another page or the service worker has changed what waits. */
export function listenToStore(listener: () => void): void {
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
	channel.onmessage = () => onForeignChange();
	const opening = indexedDB.open(databaseName, 1);
	opening.onupgradeneeded = () => {
		opening.result.createObjectStore(storeName, { keyPath: "order", autoIncrement: true });
	};
	return settle(opening);
}

/** Ends when the change is on the disk, not only accepted. */
async function change(run: (store: IDBObjectStore) => void): Promise<void> {
	const transaction = (await database()).transaction(storeName, "readwrite", { durability: "strict" });
	run(transaction.objectStore(storeName));
	await new Promise<void>((resolve, reject) => {
		transaction.oncomplete = () => resolve();
		transaction.onabort = () => reject(transaction.error);
	});
	channel?.postMessage(null);
}

/** Everything that waits in this browser, whoever it belongs to, in order. */
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

export function deleteItem({ order }: QueuedItem): Promise<void> {
	return change((store) => store.delete(order));
}
