import { type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { useRef } from "react";

/**
 * A failed action has changed nothing. By default the router reloads all data even after an action that did not reach the server, fails
 * again, and shows an error instead of the page.
 */
export const revalidateUnlessFailed: ShouldRevalidateFunction = ({ actionStatus }) =>
	actionStatus === undefined || actionStatus < 400;

let quiet = false;

/** Whether data are loaded again because a script has changed something: when that fails, the page keeps what it shows. */
export function isQuiet(): boolean {
	return quiet;
}

export function setQuiet(isQuiet: boolean): void {
	quiet = isQuiet;
}

/** The shell does not change with a tap. */
export const revalidateUnlessQuiet: ShouldRevalidateFunction = (change) =>
	!quiet && revalidateUnlessFailed(change);

interface Loading<D> {
	readonly serverLoader: () => Promise<D>;
}

/** For `clientLoader` of a page with one-click actions; the page reads its data by `useLastData`. */
export function loadQuietly<D>({ serverLoader }: Loading<D>): Promise<D | null> {
	const loading = serverLoader();
	return quiet ? loading.catch(() => null) : loading;
}

/** The data of the page, or what it showed before when it could not be loaded again. */
export function useLastData<Loader>() {
	const data = useLoaderData<Loader>();
	const last = useRef(data);
	if (data !== null) last.current = data;
	return last.current;
}
