/*
 * The service worker: without a connection it shows the last copy of a public page, or the offline page. It stores only what the server
 * marks as public, so never a page of a signed-in user. It leaves everything but GET alone, and answers navigations only: a script that
 * asks whether a page has changed gets no stored copy.
 */
importScripts("/queue-sync.js");

const storeName = "glidercup-1";
const languages = ["cs", "en"];
const offlinePage = (language) => `/offline?lng=${language}`;

/** A page at the top level, such as /news. Those below it, such as the flights, are too many to store. */
const isMainPage = (path) => /^\/[^/?.]*$/.test(path);

/** Files whose names change with their content: a stored copy never gets old. */
const isHashed = (path) => path.startsWith("/assets/");
const isStoredFile = (path) => path === "/favicon.svg" || path.startsWith("/sponsors/");

self.addEventListener("install", (event) => {
	event.waitUntil(storeOfflinePages().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
	event.waitUntil(deleteOlderStores().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
	const { request } = event;
	const url = new URL(request.url);
	if (request.method !== "GET" || url.origin !== location.origin) return;
	if (request.mode === "navigate") event.respondWith(respondWithPage(event, url));
	else if (isHashed(url.pathname)) event.respondWith(respondFromStore(event));
	else if (isStoredFile(url.pathname)) event.respondWith(respondFromNetwork(event));
});

/** Stores the offline page in both languages with its files, as a visitor sees it. */
async function storeOfflinePages() {
	const cache = await caches.open(storeName);
	for (const language of languages) {
		const response = await fetch(offlinePage(language), { credentials: "omit" });
		if (!response.ok) throw new Error(`The offline page answered ${response.status}`);
		await cache.put(offlinePage(language), response.clone());
		const html = await response.text();
		const files = [...html.matchAll(/(?:href|src)="(\/assets\/[^"#]+)/g)].map(([, file]) => file);
		await cache.addAll([...new Set([...files, "/favicon.svg"])]);
	}
}

async function deleteOlderStores() {
	const names = await caches.keys();
	await Promise.all(names.filter((name) => name !== storeName).map((name) => caches.delete(name)));
}

/** Stores a copy while the page gets the response. A browser without room for it is no failure. */
function storeCopy(event, key, response) {
	const copy = response.clone();
	const stored = caches.open(storeName).then((cache) => cache.put(key, copy));
	event.waitUntil(stored.catch(() => undefined));
}

async function respondWithPage(event, url) {
	try {
		const response = await fetch(event.request);
		if (isStorable(response, url)) storeCopy(event, url.pathname, response);
		return response;
	} catch (error) {
		const cache = await caches.open(storeName);
		const stored = isMainPage(url.pathname) ? await cache.match(url.pathname) : undefined;
		if (stored) return markedAsStored(stored);
		const offline = await cache.match(offlinePage(await lastLanguage(cache)));
		if (offline) return offline;
		throw error;
	}
}

/** A stored page that shows the offline banner, even where the browser believes to be online. */
async function markedAsStored(stored) {
	const html = await stored.text();
	return new Response(html.replace("<html", '<html data-offline=""'), { headers: stored.headers });
}

function isStorable(response, url) {
	return (
		response.ok &&
		!response.redirected &&
		isMainPage(url.pathname) &&
		[...url.searchParams.keys()].every((name) => name === "lng") &&
		/\bpublic\b/.test(response.headers.get("Cache-Control") ?? "")
	);
}

/** The language of the page stored last; Czech when there is none. */
async function lastLanguage(cache) {
	const addresses = (await cache.keys()).filter(({ url }) => isMainPage(url.slice(location.origin.length)));
	const pages = await Promise.all(addresses.map((address) => cache.match(address)));
	const dateOf = (page) => Date.parse(page.headers.get("Date") ?? "0");
	const [newest] = pages.sort((a, b) => dateOf(b) - dateOf(a));
	return newest?.headers.get("Content-Language") ?? languages[0];
}

async function respondFromStore(event) {
	const cache = await caches.open(storeName);
	const stored = await cache.match(event.request);
	if (stored) return stored;
	const response = await fetch(event.request);
	if (response.ok) storeCopy(event, event.request, response);
	return response;
}

async function respondFromNetwork(event) {
	try {
		const response = await fetch(event.request);
		if (response.ok) storeCopy(event, event.request, response);
		return response;
	} catch (error) {
		const cache = await caches.open(storeName);
		const stored = await cache.match(event.request);
		if (stored) return stored;
		throw error;
	}
}
