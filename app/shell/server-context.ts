import { type ComponentType, createContext } from "react";
import type { RootData } from "~/components/use-root-data";
import type { TextNamespace } from "~/lib/i18n/text-files";

export interface ServerHeadProps {
	readonly root: RootData;
	readonly title: string;
	/** Description of the page, for search engines and shared links. */
	readonly description: string;
	/** An error page has the typeface, but nothing to share or to follow. */
	readonly isError: boolean;
	/** Files that the page loads as soon as its scripts run. */
	readonly texts: readonly TextNamespace[];
}

interface ServerContextValue {
	/** Lets the inline scripts of a hydrated page run; browsers hide it from scripts. */
	readonly nonce?: string;
	/** Paths that a reading page may prefetch, separated by spaces. */
	readonly prefetch?: string;
	/** Elements at the end of the head that no script needs: React takes a page over without them. */
	readonly ServerHead?: ComponentType<ServerHeadProps>;
}

/** What only the server knows about the page it renders. It is empty in the browser. */
export const ServerContext = createContext<ServerContextValue>({});
