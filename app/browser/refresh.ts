/** Longest wait for an answer, in milliseconds. */
const patience = 15_000;

/**
 * Keeps a part of a reading page up to date: asks for the page again while somebody looks at it and puts its fresh
 * `data-refresh-region`s in the places of the old ones. The bar over it (hidden without scripts) has the button that
 * pauses this, and says since when the page is out of touch.
 * @param root `data-refresh` holds the seconds, `data-refresh-url` the address
 */
export function keepFresh(root: HTMLElement): void {
	const find = (name: string) => root.querySelector<HTMLElement>(`[data-refresh-${name}]`);
	const regionsOf = (part: Document | HTMLElement) => [...part.querySelectorAll("[data-refresh-region]")];
	const { refresh, refreshUrl } = root.dataset;
	const bar = find("bar");
	const pause = find("pause");
	const lost = find("lost");
	if (!refreshUrl || !bar || !pause || !lost) return;
	const isPaused = () => pause.getAttribute("aria-pressed") === "true";
	let inTouch = new Date();

	async function load(address: string, message: HTMLElement): Promise<void> {
		if (document.hidden || isPaused()) return;
		try {
			const response = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(patience) });
			// The edge's last good copy is not what holds now.
			if (!response.ok || response.headers.get("X-Edge-Cache") === "STALE") throw new Error();
			const page = new DOMParser().parseFromString(await response.text(), "text/html");
			const fresh = regionsOf(page);
			if (fresh.length === 0) throw new Error();
			for (const [index, old] of regionsOf(root).entries()) old.replaceWith(fresh[index] ?? old);
			inTouch = new Date();
			message.textContent = "";
		} catch {
			const time = inTouch.toLocaleTimeString("cs", {
				hour: "2-digit",
				minute: "2-digit",
				timeZone: "Europe/Prague",
			});
			const text = message.dataset.refreshLost?.replace("{time}", time) ?? "";
			if (message.textContent !== text) message.textContent = text;
		}
	}

	const ask = () => load(refreshUrl, lost);
	bar.hidden = false;
	pause.onclick = () => {
		pause.setAttribute("aria-pressed", String(!isPaused()));
		ask();
	};
	document.addEventListener("visibilitychange", ask);
	setInterval(ask, Number(refresh) * 1000);
}
