/** Milliseconds that a receiver under a canopy may take. */
const longestWait = 30_000;

/** Adds buttons to a form that fill in the position of the device. Without scripts there are none, and coordinates are typed. */
export function offerPosition(root: ParentNode): void {
	if (!("geolocation" in navigator)) return;
	for (const button of root.querySelectorAll<HTMLButtonElement>("button[data-locate]")) {
		button.hidden = false;
		button.onclick = () => locate(button);
	}
}

function locate(button: HTMLButtonElement): void {
	const { locate: id = "", searching = "", found = "", failed = "" } = button.dataset;
	const field = document.getElementById(id);
	const message = button.parentElement?.querySelector("[role=status]");
	const say = (text: string) => {
		if (message) message.textContent = text;
	};
	say(searching);
	navigator.geolocation.getCurrentPosition(
		({ coords }) => {
			if (!(field instanceof HTMLInputElement)) return;
			field.value = `${coords.latitude.toFixed(5)}, ${coords.longitude.toFixed(5)}`;
			field.dispatchEvent(new Event("input", { bubbles: true }));
			say(found.replace("{accuracy}", String(Math.round(coords.accuracy))));
		},
		() => say(failed),
		{ enableHighAccuracy: true, timeout: longestWait, maximumAge: 0 },
	);
}
