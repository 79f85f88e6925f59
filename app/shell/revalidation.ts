import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * Loads a route's data anew unless an action failed, which has changed nothing. Without this the router asks for
 * everything even after a click that did not reach the server, fails again, and an error takes the page's place.
 */
export const revalidateUnlessFailed: ShouldRevalidateFunction = ({ actionStatus }) =>
	actionStatus === undefined || actionStatus < 400;
