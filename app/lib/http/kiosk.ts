const fewest = 5;
const most = 600;

/** Pages of a screen in the hangar, one after the other. */
const pages = ["/statuses?view=board", "/results", "/news"] as const;

/** Seconds that each page of the loop is shown; null outside of it. */
export function kioskSeconds(search: URLSearchParams): number | null {
	return toSeconds(search.get("loop") ?? "");
}

function toSeconds(text: string): number | null {
	const seconds = Number.parseInt(text, 10);
	return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, fewest), most);
}

/** Of a page in the loop, for its handle: every screen may have seconds of its own. */
export const kioskParameter = { name: "loop", values: (text: string) => toSeconds(text)?.toString() ?? null };

/** For the handle of a page in the loop: withoutChrome, and followed by the next one. */
export function inKiosk(page: (typeof pages)[number]) {
	const next = pages[(pages.indexOf(page) + 1) % pages.length] ?? page;
	return {
		withoutChrome: (search: URLSearchParams) => kioskSeconds(search) !== null,
		next: (search: URLSearchParams) => {
			const after = kioskSeconds(search);
			if (after === null) return null;
			return { after, path: `${next}${next.includes("?") ? "&" : "?"}loop=${after}` };
		},
	};
}
