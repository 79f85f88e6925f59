/*
 * The service worker: without a connection it shows the last copy of a public page, or the offline page with a list of the copies. It
 * stores only what the server marks as public; of a page that a signed-in user reads it stores what a visitor gets, so that no account
 * sees what another one has read. It leaves everything but GET alone, and answers navigations only: a script that asks whether a page
 * has changed gets no stored copy.
 *
 * The one exception is the duty desk (duty-desk.js): it asks to be stored as who works there sees it.
 */
importScripts("/queue-sync.js", "/duty-desk.js");

const storeName = "glidercup-2";
const languages = ["cs", "en"];
const offlinePage = (language) => `/offline?lng=${language}`;
/** Key of the language of the page shown last. */
const shownLanguage = "/service-worker/language";

/** Milliseconds in which the copy of a page is not fetched again. */
const copyLifetime = 5 * 60_000;

/** A page at the top level, such as /news. Those below it, such as the flights, are too many to store. */
const isMainPage = (path) => /^\/[^/?.]*$/.test(path);

/** A main page as it opens. Its copy is not shown for another view, such as another day: the reader would take it for that one. */
const hasCopy = ({ pathname, searchParams }) =>
	isMainPage(pathname) && [...searchParams.keys()].every((name) => name === "lng");

/** The page whose data React reads at this path; null for other paths. */
function pageOfData(path) {
	if (!path.endsWith(".data")) return null;
	return path === "/_root.data" ? "/" : path.slice(0, -".data".length);
}

/** Files whose names change with their content: a stored copy never gets old. */
const isHashed = (path) => path.startsWith("/assets/");
const isStoredFile = (path) => path === "/favicon.svg" || /^\/(?:icons|sponsors)\//.test(path);

self.addEventListener("install", (event) => {
	event.waitUntil(storeOfflinePages().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
	event.waitUntil(deleteOlderStores().then(() => self.clients.claim()));
	event.waitUntil(storeOpenPages().catch(() => undefined));
});

self.addEventListener("fetch", (event) => {
	const { request } = event;
	const url = new URL(request.url);
	if (self.desk.isLogin(request, url)) event.waitUntil(self.desk.forget());
	if (request.method !== "GET" || url.origin !== location.origin) return;
	const read = pageOfData(url.pathname);
	if (request.mode === "navigate") event.respondWith(respondWithPage(event, url));
	else if (read) event.waitUntil(storeVisitorsCopy(read));
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
	await Promise.all(
		names.filter((name) => name !== storeName && name !== self.desk.store).map((name) => caches.delete(name)),
	);
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
		event.waitUntil(rememberLanguage(response));
		event.waitUntil(url.pathname === "/logout" ? self.desk.forget() : self.desk.forgetOld());
		if (isStorable(response, url)) storeCopy(event, url.pathname, response);
		else event.waitUntil(storeVisitorsCopy(url.pathname));
		return response;
	} catch (error) {
		const cache = await caches.open(storeName);
		const stored = (await self.desk.find(url)) ?? (hasCopy(url) && (await cache.match(url.pathname)));
		if (stored) return markedAsStored(await stored.text(), stored.headers);
		const offline = await cache.match(offlinePage(await lastLanguage(cache)));
		if (offline) return withStoredPages(cache, offline);
		throw error;
	}
}

/** Stores the pages that were open before the service worker was there. */
async function storeOpenPages() {
	const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
	await rememberLanguage(await fetch("/offline"));
	for (const { url } of open) await storeVisitorsCopy(new URL(url).pathname);
}

/** Stores a public page as visitors get it, unless its copy is young. A browser without room or a lost connection is no failure. */
async function storeVisitorsCopy(path) {
	try {
		const cache = await caches.open(storeName);
		const language = await lastLanguage(cache);
		const offline = await cache.match(offlinePage(language));
		if (!isMainPage(path) || !publicPages(await offline.text()).includes(path)) return;
		const { headers } = (await cache.match(path)) ?? new Response();
		const isYoung = Date.now() - Date.parse(headers.get("Date") ?? "0") < copyLifetime;
		if (isYoung && headers.get("Content-Language") === language) return;
		const response = await fetch(`${path}?lng=${language}`, { credentials: "omit" });
		if (isStorable(response, new URL(response.url))) await cache.put(path, response);
	} catch {}
}

/** Paths of the pages that every reading page, such as the offline page, may prefetch. */
const publicPages = (html) => (/ data-prefetch="([^"]*)"/.exec(html)?.[1] ?? "").split(" ");

/**
 * Marks a page that the server has not sent now: it shows the offline banner, even where the browser believes to be online, and loads
 * itself again when the server answers.
 */
function markedAsStored(html, headers) {
	return new Response(html.replace("<html", '<html data-offline=""'), { headers });
}

function isStorable(response, url) {
	return (
		response.ok &&
		!response.redirected &&
		hasCopy(url) &&
		/\bpublic\b/.test(response.headers.get("Cache-Control") ?? "")
	);
}

/** The language of the page shown last; Czech when there is none. */
async function lastLanguage(cache) {
	const language = await cache.match(shownLanguage);
	return language ? language.text() : languages[0];
}

async function rememberLanguage({ headers }) {
	const language = headers.get("Content-Language");
	const cache = await caches.open(storeName);
	if (!language || (await lastLanguage(cache)) === language) return;
	await cache.put(shownLanguage, new Response(language)).catch(() => undefined);
}

/** The offline page with links to the stored pages. Titles and paths come from our own pages, which have escaped them. */
async function withStoredPages(cache, offline) {
	const html = await offline.text();
	const [, edition = ""] = / – (.*)$/.exec(titleOf(html)) ?? [];
	const addresses = (await cache.keys()).map(({ url }) => new URL(url).pathname);
	const items = addresses
		.filter((path) => isMainPage(path) && path !== "/offline")
		.map(async (path) => {
			const page = await cache.match(path);
			const language = page.headers.get("Content-Language");
			const title = titleOf(await page.text()).replace(` – ${edition}`, "");
			return `<li><a href="${path}" lang="${language}">${title}</a></li>`;
		});
	const list = `<ul id="stored-pages">${(await Promise.all(items)).join("")}</ul>`;
	return markedAsStored(html.replace('<ul id="stored-pages"></ul>', list), offline.headers);
}

const titleOf = (html) => /<title>(.*?)<\/title>/.exec(html)?.[1] ?? "";

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
