import { listenToPresses, whenReleased } from "./press";
import { request } from "./request";
import { showToast } from "./toasts";
import { storeTypedText } from "./typed-text";

/** Milliseconds until a question to the server fails. */
const healthTimeout = 10_000;
const healthMemory = "healthy";
/** Milliseconds before a stored page first asks whether the server answers again, and the longest time between two questions. */
const firstQuestion = 3000;
const longestPause = 60_000;

const answers = async () => (await request("/api", { timeout: healthTimeout })).ok;

/** A translated text from the list of toasts. */
function textOf(name: "offline" | "unavailable"): string {
	return document.getElementById("toasts")?.dataset[name] ?? "";
}

/** Shows when the connection is lost, and reloads the page with its typed text when it is back. */
export function listenToConnection(): void {
	const page = document.documentElement;
	/** Whether another page was requested after the connection was lost. Until it is there, events of the connection still come. */
	let leaving = false;
	const leave = () => {
		leaving = true;
		storeTypedText();
	};
	const lose = () => {
		whenReleased(() => {
			page.dataset.offline = "";
		});
		// It is not added earlier: some browsers do not keep a page with this listener for the way back.
		addEventListener("beforeunload", leave);
	};
	const reload = () => {
		// It would cancel the page that is being loaded.
		if (leaving) return;
		// Nor would any page have a chosen file again, or hear what became of a log that waits on this one.
		const kept = document.querySelectorAll<HTMLInputElement>("[type=file],[data-waiting-log]");
		if ([...kept].some(({ value }) => value !== "")) {
			delete page.dataset.offline;
			return;
		}
		// It is not called at once: the values of an earlier page may be filled in while this one is left.
		addEventListener("pagehide", () => storeTypedText());
		// `reload` would send a form again.
		location.replace(location.pathname + location.search);
	};
	// The service worker marks what it has stored. The browser may believe to be online meanwhile, so no event would come.
	const isStored = "offline" in page.dataset;
	if (isStored) untilHealthy(() => whenReleased(reload), firstQuestion);
	if (isStored || !navigator.onLine) lose();
	// It may be shown again, on the way back.
	addEventListener("pageshow", () => {
		leaving = false;
	});
	listenToPresses();
	addEventListener("offline", () => {
		lose();
		whenReleased(() => showToast("error", textOf("offline"), "offline"));
	});
	addEventListener("online", () => whenReleased(reload));
}

function untilHealthy(then: () => void, pause: number): void {
	setTimeout(async () => {
		if (!document.hidden && (await answers())) then();
		else untilHealthy(then, Math.min(2 * pause, longestPause));
	}, pause);
}

/** Checks once per visit whether the server works. */
export async function checkHealth(): Promise<void> {
	if (sessionStorage.getItem(healthMemory)) return;
	if (await answers()) sessionStorage.setItem(healthMemory, "yes");
	else if (navigator.onLine) showToast("error", textOf("unavailable"));
}
