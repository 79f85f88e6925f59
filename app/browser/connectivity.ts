import { request } from "./request";
import { showToast } from "./toasts";
import { putTypedTextAside } from "./typed-text";

const healthTimeout = 10_000;
const healthMemory = "healthy";

/** Texts of the page that only its script can show; they stand on the list of toasts. */
function textOf(name: "offline" | "unavailable"): string {
	return document.getElementById("toasts")?.dataset[name] ?? "";
}

/** Says when the connection is lost; loads the page again when it is back, keeping what was typed. */
export function listenToConnection(): void {
	const page = document.documentElement;
	/** Whether another page has been asked for since the connection was lost. */
	let leaving = false;
	const leave = () => {
		leaving = true;
	};
	const lose = () => {
		page.dataset.offline = "";
		leaving = false;
		// Only now: some browsers do not keep a page for the way back that listens to this.
		addEventListener("beforeunload", leave);
	};
	if (!navigator.onLine) lose();
	addEventListener("offline", () => {
		lose();
		showToast("error", textOf("offline"));
	});
	addEventListener("online", () => {
		// To load this page again would call off the one that is on its way.
		if (leaving) return;
		putTypedTextAside();
		// Not `reload`, which would send a form again.
		location.replace(location.pathname + location.search);
	});
}

/** Asks once in a visit whether the server is well. */
export async function checkHealth(): Promise<void> {
	if (sessionStorage.getItem(healthMemory)) return;
	const answer = await request("/api", { timeout: healthTimeout });
	if (answer.ok) sessionStorage.setItem(healthMemory, "yes");
	else if (navigator.onLine) showToast("error", textOf("unavailable"));
}
