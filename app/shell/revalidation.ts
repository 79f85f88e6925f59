import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * A failed action has changed nothing. By default the router reloads all data even after an action that did not reach the server, fails
 * again, and shows an error instead of the page.
 */
export const revalidateUnlessFailed: ShouldRevalidateFunction = ({ actionStatus }) =>
	actionStatus === undefined || actionStatus < 400;

/** Keeps the data of the shell when a page reads its own data again (`useFreshData`). */
export const revalidateShell: ShouldRevalidateFunction = (change) => {
	const isReload = change.formMethod === undefined && change.currentUrl.href === change.nextUrl.href;
	return !isReload && revalidateUnlessFailed(change);
};
