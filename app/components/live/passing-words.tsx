import { createElement, type ReactNode } from "react";
import { passingElement } from "~/lib/live/passing-words";

interface PassingWordsProps {
	readonly children: ReactNode;
}

/** Around what a page says of positions: it is not in the copy of the page that is sent when the database fails. */
export function PassingWords({ children }: PassingWordsProps) {
	return createElement(passingElement, null, children);
}
