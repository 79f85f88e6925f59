import { useEffect, useRef } from "react";
import { useQueue } from "../queue/use-queue";

/** Milliseconds between two copies, as every copy is a request. */
const pause = 10_000;

/**
 * Makes the service worker store a page of the desk as the server has it, for a reload without a connection (public/duty-desk.js).
 * @param page path of the page; null when it is not the desk's
 * @param version version of the shown data
 */
export function useStoredDesk(page: string | null, version: number): void {
	// The queue must be loaded, so that what waits is restored too.
	const path = useQueue().loaded ? page : null;
	const last = useRef<{ at: number; timer?: ReturnType<typeof setTimeout> }>({ at: 0 });
	// biome-ignore lint/correctness/useExhaustiveDependencies: newer data are stored anew
	useEffect(() => {
		const { at, timer } = last.current;
		if (path === null || timer !== undefined || "offline" in document.documentElement.dataset) return;
		const store = () => {
			last.current = { at: Date.now() };
			void storeDesk(path);
		};
		last.current.timer = setTimeout(store, Math.max(0, at + pause - Date.now()));
	}, [path, version]);
	useEffect(() => () => clearTimeout(last.current.timer), []);
}

async function storeDesk(path: string): Promise<void> {
	const registration = await navigator.serviceWorker?.ready;
	const files = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
	registration?.active?.postMessage({ kind: "duty-desk", path, files: [...new Set(files)] });
}
