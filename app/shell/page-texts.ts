import { createContext, useContext } from "react";
import type { TextArea } from "~/lib/i18n/text-areas";

/** Throws a promise of the texts, as Suspense expects, until they are loaded. */
export type TextLoader = (areas: readonly TextArea[]) => void;

/** Does nothing on the server, which has all texts. */
export const TextLoaderContext = createContext<TextLoader>(() => {});

/** Suspends a page until its texts are loaded; after a navigation by React the page before stays until then. */
export function usePageTexts(areas: readonly TextArea[]): void {
	useContext(TextLoaderContext)(areas);
}
