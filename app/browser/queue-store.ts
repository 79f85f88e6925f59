import type { QueuedItem, QueuedRequest } from "./queue-state";

const databaseName = "glidercup";
const storeName = "queue";

function settled<T>(asked: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		asked.onsuccess = () => resolve(asked.result);
		asked.onerror = () => reject(asked.error);
	});
}

let database: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
	const opening = indexedDB.open(databaseName, 1);
	opening.onupgradeneeded = () => {
		opening.result.createObjectStore(storeName, { keyPath: "order", autoIncrement: true });
	};
	return settled(opening);
}

/** Ends when the change is on the disk, not only accepted. */
async function change(run: (store: IDBObjectStore) => void): Promise<void> {
	database ??= open();
	const transaction = (await database).transaction(storeName, "readwrite", { durability: "strict" });
	run(transaction.objectStore(storeName));
	await new Promise<void>((resolve, reject) => {
		transaction.oncomplete = () => resolve();
		transaction.onabort = () => reject(transaction.error);
	});
}

/** Everything that waits in this browser, whoever it belongs to, in order. */
export async function storedItems(): Promise<QueuedItem[]> {
	database ??= open();
	return settled((await database).transaction(storeName).objectStore(storeName).getAll());
}

export function addItem(request: QueuedRequest): Promise<void> {
	return change((store) => store.add({ ...request, problem: null }));
}

export function replaceItem(item: QueuedItem): Promise<void> {
	return change((store) => store.put(item));
}

export function deleteItem({ order }: QueuedItem): Promise<void> {
	return change((store) => store.delete(order));
}
