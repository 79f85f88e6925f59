/*
 * Background Sync, where a browser has it: what waits in the browser (app/browser/queue) is sent after the page was closed. The
 * page does the rest: it shows what was not accepted, so nothing is changed here but what the server has taken.
 */
const queue = { database: "glidercup", store: "queue", channel: "queue" };
/** As `sendAll` of the page: logs take long, and are sent beside the others. */
const lanes = [
	{ lock: "queue", sends: ({ kind }) => kind !== "log" },
	{ lock: "queue-logs", sends: ({ kind }) => kind === "log" },
];

self.addEventListener("sync", (event) => {
	if (event.tag !== "queue") return;
	for (const { lock, sends } of lanes)
		event.waitUntil(navigator.locks.request(lock, () => sendQueued(sends)));
});

const settle = (request) =>
	new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});

/** Rejects when the line is lost: the browser then tries again. */
async function sendQueued(sends) {
	const opening = indexedDB.open(queue.database, 1);
	// The page makes the store; without it nothing waits.
	opening.onupgradeneeded = () => opening.transaction.abort();
	const database = await settle(opening);
	const channel = new BroadcastChannel(queue.channel);
	try {
		await sendItems(database, channel, sends);
	} finally {
		channel.postMessage(null);
		channel.close();
		database.close();
	}
}

/** In order. Tells the pages what the server has taken, with its answer. */
async function sendItems(database, channel, sends) {
	const stored = await settle(database.transaction(queue.store).objectStore(queue.store).getAll());
	/** Targets and accounts that the page must ask about first. */
	const held = new Set();
	let hasFailed = false;
	for (const item of stored.filter(sends)) {
		// As `isStuck` of the page.
		if ("text" in (item.problem ?? {})) held.add(item.target);
		if (held.has(item.target) || held.has(`account ${item.account}`)) continue;
		const { status, ok, value } = await sendItem(item);
		if (ok) {
			await settle(
				database.transaction(queue.store, "readwrite").objectStore(queue.store).delete(item.order),
			);
			channel.postMessage({ key: item.key, value });
		} else if (status === 401) held.add(`account ${item.account}`);
		else held.add(item.target);
		if (status === 500) hasFailed = true;
	}
	if (hasFailed) throw new Error("The server answered 500");
}

/** Throws when no answer of ours comes. A request that fails on the server holds up nothing but its own target. */
async function sendItem({ kind, url, body, account, edition, tappedAt }) {
	const form = new FormData();
	for (const [name, value] of body) form.append(name, value);
	if (tappedAt) form.append("waited", String(Math.max(0, Date.now() - tappedAt)));
	// As `hasTicket` of the page: such a log is taken for any account that is signed in.
	const sender = form.has("ticket") ? {} : { "X-Account": account || "visitor" };
	const chosenIn = kind === "log" ? { "X-Edition": edition } : {};
	const response = await fetch(url, {
		method: "POST",
		body: form,
		headers: { Accept: "application/json", ...sender, ...chosenIn },
	});
	if (response.status > 500 || response.status === 429)
		throw new Error(`The server answered ${response.status}`);
	return { status: response.status, ok: response.ok, value: await response.json() };
}
