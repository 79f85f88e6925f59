import { matcherOf } from "~/lib/i18n/word-search";

/**
 * Hides the rows that do not hold what is typed into the search of a list. The form asks the server, which knows all of them, and works
 * without this. Where none is left, the field says so.
 */
export function filterRows(): void {
	document.addEventListener("input", ({ target }) => {
		if (!(target instanceof HTMLInputElement && "filter" in target.dataset)) return;
		const matches = matcherOf(target.value);
		const rows = document.querySelectorAll<HTMLElement>(
			"main :is(.data-table tbody tr, li:has([data-pilot]))",
		);
		for (const row of rows) row.hidden = !matches([row.textContent]);
		const nothing = target.parentElement?.querySelector("output");
		if (nothing) nothing.hidden = [...rows].some(({ hidden }) => !hidden);
	});
}
