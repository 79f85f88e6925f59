/** The Network Information API, which not all browsers have. */
interface Connection {
	readonly saveData?: boolean;
	readonly effectiveType?: string;
}

/** Whether the reader wants to save data or has a slow connection. */
function savesData(): boolean {
	const { saveData, effectiveType } = (navigator as { readonly connection?: Connection }).connection ?? {};
	return (
		saveData === true ||
		effectiveType?.endsWith("2g") === true ||
		matchMedia("(prefers-reduced-data: reduce)").matches
	);
}

/**
 * Fetches a page when a visitor points at a link to it, once each.
 * @param paths of the pages that may be fetched ahead
 */
export function prefetchLinks(paths: readonly string[]): void {
	if (paths.length === 0 || savesData()) return;
	const unfetched = new Set(paths);
	unfetched.delete(location.pathname);
	const prefetch = ({ target }: Event) => {
		const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
		if (!link || link.origin !== location.origin || link.search || link.hash) return;
		if (!unfetched.delete(link.pathname)) return;
		const hint = document.createElement("link");
		hint.rel = "prefetch";
		hint.href = link.pathname;
		document.head.appendChild(hint);
	};
	document.addEventListener("pointerover", prefetch);
	document.addEventListener("focusin", prefetch);
}
