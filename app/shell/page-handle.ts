/**
 * What a route tells the shell about its page: `export const handle: PageHandle = { title: "nav.news" }`. The home
 * page has no handle: there the edition's title stands alone.
 */
export interface PageHandle {
	/** Key of the page's title; it stands before the edition's. */
	readonly title: string;
	/** Values in the title, from the data of the route's loader. */
	readonly titleValues?: (data: unknown) => Readonly<Record<string, string | number>>;
	/** Whether the page stands without bar and footer at this address, as a board for a projector does. */
	readonly bare?: (search: URLSearchParams) => boolean;
	/** Seconds after which the page loads itself again where no scripts run; null where it does not. */
	readonly reloadAfter?: (search: URLSearchParams) => number | null;
}

/** The handle of a match, if its route has one. */
export function pageHandle(match: { readonly handle?: unknown } | undefined): PageHandle | null {
	const handle = match?.handle as Partial<PageHandle> | undefined;
	return typeof handle?.title === "string" ? (handle as PageHandle) : null;
}
