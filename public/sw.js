/*
 * The service worker: shows the last seen copy of a few public pages, or the offline page, when there is no
 * connection. It stores nothing but what the server marks as public, so never a page of somebody logged in. It leaves
 * everything but GET alone, and of pages it answers navigations only: a script that asks whether something has changed
 * hears from the server or not at all.
 */
const store = "glidercup-1";
const languages = ["cs", "en"];
const offlinePage = (language) => `/offline?lng=${language}`;

/** Public pages worth having on the airfield, without their parameters. */
const keptPages = new Set([
	"/",
	"/news",
	"/starting-list",
	"/statuses",
	"/results",
	"/documents",
	"/contacts",
	"/archive",
]);

/** Files whose names change with their content: what is stored once is right for ever. */
const isHashed = (path) => path.startsWith("/assets/");
const isKeptFile = (path) => path === "/favicon.svg" || path.startsWith("/sponsors/");

self.addEventListener("install", (event) => {
	event.waitUntil(storeOfflinePages().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
	event.waitUntil(forgetOlderStores().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
	const { request } = event;
	const url = new URL(request.url);
	if (request.method !== "GET" || url.origin !== location.origin) return;
	if (request.mode === "navigate") event.respondWith(pageFromNetwork(event, url));
	else if (isHashed(url.pathname)) event.respondWith(fileFromStore(event));
	else if (isKeptFile(url.pathname)) event.respondWith(fileFromNetwork(event));
});

/** Both languages of the offline page with what they are made of, as somebody sees them who is not logged in. */
async function storeOfflinePages() {
	const cache = await caches.open(store);
	for (const language of languages) {
		const response = await fetch(offlinePage(language), { credentials: "omit" });
		if (!response.ok) throw new Error(`The offline page answered ${response.status}`);
		await cache.put(offlinePage(language), response.clone());
		const html = await response.text();
		const files = [...html.matchAll(/(?:href|src)="(\/assets\/[^"#]+)/g)].map(([, file]) => file);
		await cache.addAll([...new Set([...files, "/favicon.svg"])]);
	}
}

async function forgetOlderStores() {
	const names = await caches.keys();
	await Promise.all(names.filter((name) => name !== store).map((name) => caches.delete(name)));
}

/** Stores a copy while the answer goes to the page. Where there is no room for it the site works all the same. */
function keep(event, key, response) {
	const copy = response.clone();
	const stored = caches.open(store).then((cache) => cache.put(key, copy));
	event.waitUntil(stored.catch(() => undefined));
}

async function pageFromNetwork(event, url) {
	try {
		const response = await fetch(event.request);
		if (isStorable(response, url)) keep(event, url.pathname, response);
		return response;
	} catch (error) {
		const cache = await caches.open(store);
		const kept = keptPages.has(url.pathname) ? await cache.match(url.pathname) : undefined;
		if (kept) return markedAsStored(kept);
		const offline = await cache.match(offlinePage(await lastLanguage(cache)));
		if (offline) return offline;
		throw error;
	}
}

/** A kept page with the mark that shows its banner, even where the browser takes itself to be online. */
async function markedAsStored(kept) {
	const html = await kept.text();
	return new Response(html.replace("<html", '<html data-offline=""'), { headers: kept.headers });
}

/** A good answer to an address that is kept, marked by the server as meant for everybody. */
function isStorable(response, url) {
	return (
		response.ok &&
		!response.redirected &&
		keptPages.has(url.pathname) &&
		[...url.searchParams.keys()].every((name) => name === "lng") &&
		/\bpublic\b/.test(response.headers.get("Cache-Control") ?? "")
	);
}

/** The language of the page stored last; Czech when there is none. */
async function lastLanguage(cache) {
	const pages = await Promise.all([...keptPages].map((path) => cache.match(path)));
	const newest = pages
		.filter((page) => page !== undefined)
		.sort((a, b) => Date.parse(b.headers.get("Date") ?? "0") - Date.parse(a.headers.get("Date") ?? "0"))[0];
	return newest?.headers.get("Content-Language") ?? languages[0];
}

async function fileFromStore(event) {
	const cache = await caches.open(store);
	const kept = await cache.match(event.request);
	if (kept) return kept;
	const response = await fetch(event.request);
	if (response.ok) keep(event, event.request, response);
	return response;
}

async function fileFromNetwork(event) {
	try {
		const response = await fetch(event.request);
		if (response.ok) keep(event, event.request, response);
		return response;
	} catch (error) {
		const cache = await caches.open(store);
		const kept = await cache.match(event.request);
		if (kept) return kept;
		throw error;
	}
}
