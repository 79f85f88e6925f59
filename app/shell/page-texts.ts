import { createContext, useContext } from "react";
import type { TextArea } from "~/lib/i18n/text-areas";

/** Makes sure of texts: throws a promise of them, as Suspense expects, while they are on their way. */
export type TextLoader = (areas: readonly TextArea[]) => void;

/** The server has all texts; the browser loads those of a page with it. */
export const TextLoaderContext = createContext<TextLoader>(() => {});

/**
 * Lets a page wait for its texts. The first page of a document has them; going on by script, the page before stays
 * until the next one's have come.
 */
export function usePageTexts(areas: readonly TextArea[]): void {
	useContext(TextLoaderContext)(areas);
}
