const fewest = 5;
const most = 600;

/** The pages that a screen in the hangar shows one after the other. */
const pages = ["/statuses?view=board", "/results", "/news"] as const;

/** Seconds that each page of the loop is shown; null outside of it. */
export function loopSeconds(search: URLSearchParams): number | null {
	return toSeconds(search.get("loop") ?? "");
}

function toSeconds(text: string): number | null {
	const seconds = Number.parseInt(text, 10);
	return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, fewest), most);
}

/** Parameter for the handle of a page in the loop: every screen may set its own seconds. */
export const loopParameter = { name: "loop", values: (text: string) => toSeconds(text)?.toString() ?? null };

/** Handle of a page in the loop: it has no header and menus, and the next page follows it. */
export function inLoop(page: (typeof pages)[number]) {
	const next = pages[(pages.indexOf(page) + 1) % pages.length] ?? page;
	return {
		withoutChrome: (search: URLSearchParams) => loopSeconds(search) !== null,
		next: (search: URLSearchParams) => {
			const after = loopSeconds(search);
			if (after === null) return null;
			return { after, path: `${next}${next.includes("?") ? "&" : "?"}loop=${after}` };
		},
	};
}
