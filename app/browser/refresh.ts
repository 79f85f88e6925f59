import { timeOfDay } from "./clock";
import { released } from "./press";
import { request } from "./request";

/** Milliseconds until reading a page fails. */
const refreshTimeout = 15_000;

/**
 * Keeps a part of a reading page up to date: fetches the page again while it is visible and replaces its `data-refresh-region`s.
 * The bar above, hidden without scripts, has the button that pauses this and shows when the connection was lost.
 * @param root `data-refresh` holds the seconds, `data-refresh-url` the address
 */
export function keepFresh(root: HTMLElement): void {
	const find = (name: string) => root.querySelector<HTMLElement>(`[data-refresh-${name}]`);
	const { refresh, refreshUrl } = root.dataset;
	const bar = find("bar");
	const pause = find("pause");
	const lost = find("lost");
	if (!refreshUrl || !bar || !pause || !lost) return;
	const isPaused = () => pause.getAttribute("aria-pressed") === "true";
	/** When the reading that is shown has begun. */
	let lastSuccess = new Date();
	/** As the server made them: the page hides rows and opens what folds. */
	let shown = regionsOf(root.cloneNode(true) as HTMLElement);

	const readAgain = async () => {
		if (document.hidden || isPaused()) return;
		const begun = new Date();
		const page = await request(refreshUrl, { timeout: refreshTimeout, read: freshRegions });
		await released();
		// An older one may end later.
		if (begun < lastSuccess || isPaused()) return;
		if (page.ok) {
			const old = regionsOf(root);
			for (const [index, fresh] of page.value.entries()) {
				// What has not changed keeps its focus, and what folds stays open.
				if (!shown[index]?.isEqualNode(fresh)) old[index]?.replaceWith(fresh.cloneNode(true));
			}
			shown = page.value;
			// The new rows are filtered as the old ones were.
			document.querySelector("[data-filter]")?.dispatchEvent(new Event("input", { bubbles: true }));
			lastSuccess = begun;
		}
		const text = (!page.ok && lost.dataset.refreshLost?.replace("{time}", timeOfDay(lastSuccess))) || "";
		if (lost.textContent !== text) lost.textContent = text;
	};

	bar.hidden = false;
	pause.onclick = () => {
		pause.setAttribute("aria-pressed", String(!isPaused()));
		readAgain();
	};
	document.addEventListener("visibilitychange", readAgain);
	setInterval(readAgain, Number(refresh) * 1000);
}

const regionsOf = (part: Document | HTMLElement) => [...part.querySelectorAll("[data-refresh-region]")];

/** @throws an error about a page that is not current or has nothing to show */
async function freshRegions(page: Blob, { headers }: Response): Promise<Element[]> {
	const regions = regionsOf(new DOMParser().parseFromString(await page.text(), "text/html"));
	// The edge's last good copy is not current.
	if (headers.get("X-Edge-Cache") === "STALE" || !regions[0]) throw new Error("stale");
	return regions;
}

/** Opens the next page of a loop, on a screen that nobody operates. As long as the next page does not answer, this one stays. */
export function turnPages(): void {
	const next = document.querySelector<HTMLMetaElement>("meta[name=next]");
	if (!next) return;
	const path = next.content;
	setTimeout(async () => {
		const page = await request(path, { timeout: refreshTimeout, read: () => true });
		if (page.ok) location.replace(path);
		else turnPages();
	}, Number(next.dataset.after) * 1000);
}
