import { createContext, useContext } from "react";
import type { TextArea } from "~/lib/i18n/text-areas";
import type { PageHandle } from "./handle";

/**
 * The parts of the texts that the browser loads for a page: those of the shell and those that its handle names. What is in a part
 * stands in `app/lib/i18n/text-areas.ts`.
 */
export function textsOfPage(handle: PageHandle | null, hasComplaints: boolean): readonly TextArea[] {
	return ["common", ...(handle?.texts ?? []), ...(hasComplaints ? (["complaints"] as const) : [])];
}

/** Throws a promise of the texts, as Suspense expects, until they are loaded. */
export type TextLoader = (areas: readonly TextArea[]) => void;

/** Does nothing on the server, which has all texts. */
export const TextLoaderContext = createContext<TextLoader>(() => {});

/** Suspends a page until its texts are loaded; after a navigation by React the page before stays until then. */
export function usePageTexts(areas: readonly TextArea[]): void {
	useContext(TextLoaderContext)(areas);
}
