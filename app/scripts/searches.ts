/**
 * A page that the browser has kept shows in its searches what it was asked for, not what was typed in them when it was left. Where
 * the browser loads a page again on the way back, `autocomplete="off"` does the same.
 */
export function resetSearchesOnReturn(): void {
	addEventListener("pageshow", ({ persisted }) => {
		// Where React runs, a search is answered without a new document and its fields follow by themselves.
		if (!persisted || document.documentElement.dataset.hydrated !== undefined) return;
		for (const form of document.querySelectorAll<HTMLFormElement>("form.toolbar")) form.reset();
	});
}
