import { request } from "./request";
import { showToast } from "./toasts";
import { storeTypedText } from "./typed-text";

/** Milliseconds. */
const healthTimeout = 10_000;
const healthMemory = "healthy";

/** A translated text from the list of toasts. */
function textOf(name: "offline" | "unavailable"): string {
	return document.getElementById("toasts")?.dataset[name] ?? "";
}

/** Shows when the connection is lost, and reloads the page with its typed text when it is back. */
export function listenToConnection(): void {
	const page = document.documentElement;
	/** True when another page was requested after the connection was lost. */
	let leaving = false;
	const leave = () => {
		leaving = true;
		storeTypedText();
	};
	const lose = () => {
		page.dataset.offline = "";
		leaving = false;
		// Not before: some browsers keep no page with this listener for the way back.
		addEventListener("beforeunload", leave);
	};
	if (!navigator.onLine) lose();
	addEventListener("offline", () => {
		lose();
		showToast("error", textOf("offline"));
	});
	addEventListener("online", () => {
		// A reload would cancel the page that is being loaded.
		if (leaving) return;
		// Not at once: what an earlier page left may be filled in while this one goes.
		addEventListener("pagehide", () => storeTypedText());
		// `reload` would send a form again.
		location.replace(location.pathname + location.search);
	});
}

/** Checks once per visit whether the server works. */
export async function checkHealth(): Promise<void> {
	if (sessionStorage.getItem(healthMemory)) return;
	const health = await request("/api", { timeout: healthTimeout });
	if (health.ok) sessionStorage.setItem(healthMemory, "yes");
	else if (navigator.onLine) showToast("error", textOf("unavailable"));
}
