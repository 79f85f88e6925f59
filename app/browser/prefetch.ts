/** Pages that visitors get from the edge, to be had ahead of time at no cost to the server. */
const readingPages = /^\/(?:news|statuses|starting-list|results|documents|contacts|archive)?$/;

/** What browsers tell of the connection, where they do. */
interface Connection {
	readonly saveData?: boolean;
	readonly effectiveType?: string;
}

/** Whether the reader wants to save data or has little of a connection. */
function isSparing(): boolean {
	const { saveData, effectiveType } = (navigator as { readonly connection?: Connection }).connection ?? {};
	return (
		saveData === true ||
		effectiveType?.endsWith("2g") === true ||
		matchMedia("(prefers-reduced-data: reduce)").matches
	);
}

/** Fetches a reading page when a visitor points at a link to it, once each and never for those who save data. */
export function prefetchLinks(): void {
	// Somebody logged in gets pages of their own, which no browser may keep.
	if ("hydrates" in document.documentElement.dataset || isSparing()) return;
	const known = new Set([location.pathname]);
	const fetchAhead = ({ target }: Event) => {
		const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
		if (!link || link.origin !== location.origin || link.search || link.hash) return;
		const { pathname } = link;
		if (known.has(pathname) || !readingPages.test(pathname)) return;
		known.add(pathname);
		const hint = document.createElement("link");
		hint.rel = "prefetch";
		hint.href = pathname;
		document.head.appendChild(hint);
	};
	document.addEventListener("pointerover", fetchAhead);
	document.addEventListener("focusin", fetchAhead);
}
