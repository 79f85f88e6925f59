import type { TFunction } from "i18next";
import type { Language } from "~/lib/i18n/language";
import type { Shared } from "~/lib/results/pictures/shared-path";

/** What a title needs to know about the reader's language and the edition. */
interface TitleTools {
	readonly language: Language;
	/** Returns the name that people use for a class. */
	readonly classNameOf: (type: string) => string;
}

interface PageDescription {
	/** Key of the title that stands before the edition's. Home has none. */
	readonly title?: string;
	/** Names the page by the data of its loader, instead of `title`: a link that people share says what it leads to. */
	readonly titleOf?: (data: unknown, t: TFunction, tools: TitleTools) => string;
	/** What messengers and search engines show of a link, by the data of the page's loader; without it, its title and the edition's. */
	readonly descriptionOf?: (data: unknown) => string;
	/** Key of the title where the server cannot read what the page shows, which then offers to load it again. */
	readonly failedTitle?: string;
	/** What the picture of a shared link shows, from the data of the page's loader; without it, the picture of the edition. */
	readonly sharedOf?: (data: unknown) => Shared | null;
	/** Whether the page shows without header and footer at an address, as a board for a projector does. */
	readonly withoutChrome?: (search: URLSearchParams) => boolean;
	/** The page that follows this one by itself, as on a screen in the hangar; null where none does. */
	readonly next?: (search: URLSearchParams) => { readonly after: number; readonly path: string } | null;
	/** Seconds until the page reloads itself when no scripts run; null when it does not. */
	readonly reloadAfter?: (search: URLSearchParams) => number | null;
}

/** A query parameter that changes a response. */
export interface CachedParameter {
	readonly name: string;
	/**
	 * Another value counts as none. A function gives the value that the response is made for, null for none. Null where nothing bounds
	 * them: ids, which the database knows, and what readers type.
	 */
	readonly values: readonly string[] | ((value: string) => string | null) | null;
}

export interface Cached {
	/**
	 * Visitors get the response from the edge cache. It lists the query parameters that change the response, except the language. All
	 * others are dropped before the response is made, so they neither fragment the cache nor reach other visitors.
	 */
	readonly cached: readonly CachedParameter[];
	/** Whether signed-in readers get that same response: it says nothing of who asks, and is asked for often. */
	readonly alsoSignedIn?: boolean;
}

/** Visitors read plain HTML without React, from the edge cache where `cached` says so. */
interface ReadingPage extends PageDescription, Partial<Cached> {
	readonly hydrates?: never;
}

/** Visitors need React on it too. */
interface HydratedPage extends PageDescription {
	readonly hydrates: true;
	readonly cached?: never;
}

/** What a route says about its page for visitors: for signed-in users every page hydrates and none is cached. */
export type PageHandle = ReadingPage | HydratedPage;

export const page = (handle: PageHandle): PageHandle => handle;

/** The handle of a route without a page, whose response visitors get from the edge cache. */
export const resource = (handle: Cached): Cached => handle;

export function pageHandle(handle: unknown): PageHandle | null {
	return typeof handle === "object" && handle !== null ? (handle as PageHandle) : null;
}
