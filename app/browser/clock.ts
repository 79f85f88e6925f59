/** Milliseconds between two updates. */
const clockStep = 5_000;

/** The time of day at the airfield, wherever the reader is: `14:32`, with seconds `14:32:10`. */
export function timeOfDay(time: Date, withSeconds = false): string {
	return time.toLocaleTimeString("cs", {
		timeZone: "Europe/Prague",
		hour: "2-digit",
		minute: "2-digit",
		second: withSeconds ? "2-digit" : undefined,
	});
}

/** Shows the time of day where the server has left room for it. `data-clock` holds the minutes that its clock is ahead. */
export function runClocks(): void {
	const clocks = document.querySelectorAll<HTMLElement>("[data-clock]");
	if (clocks.length === 0) return;
	const show = () => {
		for (const clock of clocks) {
			clock.textContent = timeOfDay(new Date(Date.now() + Number(clock.dataset.clock) * 60_000));
		}
	};
	show();
	setInterval(show, clockStep);
}
