/*
 * The duty desk without a line: its list and its grid as who works there sees them, with names and states and no phones, so that they
 * come back on a reload with what waits in the queue. They go when somebody logs out or in, and at the end of the day.
 */
const deskStore = "glidercup-desk";
/** The day on which a copy was made. */
const dateHeader = "X-Stored-On";

/** What the service worker does with it. */
self.desk = { store: deskStore, find: storedDesk, forget: forgetDesk, forgetOld: forgetOldDesk, isLogin };

/** The desk asks when it has been drawn. */
self.addEventListener("message", (event) => {
	if (event.data?.kind === "duty-desk") event.waitUntil(storeDesk(event.data).catch(() => undefined));
});

/**
 * @param path of the page, with its choices
 * @param files that the page has loaded; those that came before the service worker are not stored yet
 */
async function storeDesk({ path, files }) {
	await forgetOldDesk();
	const before = timesForgotten;
	const response = await fetch(path);
	if (!response.ok || response.redirected) return forgetDesk();
	const desk = await caches.open(deskStore);
	// Each page with the choices in which it was seen last.
	await desk.delete(path, { ignoreSearch: true });
	const headers = new Headers(response.headers);
	headers.set(dateHeader, dateOf(new Date()));
	// Somebody may have logged out since it was fetched.
	if (before !== timesForgotten) return;
	await desk.put(path, new Response(response.body, { headers }));
	const cache = await caches.open(storeName);
	const missing = files.filter(isHashed).map(async (file) => (await cache.match(file)) ?? cache.add(file));
	await Promise.all(missing);
}

/** Undefined for any other page, and on another day. */
async function storedDesk({ pathname, search }) {
	await forgetOldDesk();
	return caches.match(pathname + search, { cacheName: deskStore });
}

let timesForgotten = 0;

function forgetDesk() {
	timesForgotten += 1;
	return caches.delete(deskStore);
}

async function forgetOldDesk() {
	if (!(await caches.has(deskStore))) return;
	const desk = await caches.open(deskStore);
	const [request] = await desk.keys();
	const stored = request && (await desk.match(request));
	if (stored?.headers.get(dateHeader) !== dateOf(new Date())) await forgetDesk();
}

/** The date at the airfield. */
const dateOf = (time) => new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Prague" }).format(time);

/** Whether somebody logs out or in, perhaps somebody else, or begins or ends a duty. */
function isLogin({ method }, { pathname }) {
	return method === "POST" && /^\/(?:login|logout|signup|duty)\b/.test(pathname);
}
