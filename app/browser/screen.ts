import { request } from "./request";

/* For a screen in the hangar, which nobody operates. */

/** Milliseconds. */
const clockStep = 5_000;
const turnTimeout = 15_000;

/** Shows the time of day where the server has left room for it. `data-clock` holds the minutes that its clock is ahead. */
export function runClocks(): void {
	const clocks = document.querySelectorAll<HTMLElement>("[data-clock]");
	if (clocks.length === 0) return;
	const show = () => {
		for (const clock of clocks) {
			const time = new Date(Date.now() + Number(clock.dataset.clock) * 60_000);
			clock.textContent = time.toLocaleTimeString("cs", {
				hour: "2-digit",
				minute: "2-digit",
				timeZone: "Europe/Prague",
			});
		}
	};
	show();
	setInterval(show, clockStep);
}

/** Goes on to the next page of a loop. While that does not answer, the page stays. */
export function turnPages(): void {
	const next = document.querySelector<HTMLMetaElement>("meta[name=next]");
	if (!next) return;
	const path = next.content;
	setTimeout(async () => {
		const page = await request(path, { timeout: turnTimeout, read: () => true });
		if (page.ok) location.replace(path);
		else turnPages();
	}, Number(next.dataset.after) * 1000);
}
