import { Link, useLocation } from "@remix-run/react";
import type { AnchorHTMLAttributes } from "react";
import { useRootData } from "./use-root-data";

interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
	/** Path from the root of the site, with query and fragment. */
	readonly to: string;
	readonly reloadDocument?: boolean;
	readonly preventScrollReset?: boolean;
}

/**
 * A link within the site. Signed-in users navigate on the client; visitors load a document, because most of their pages
 * do not hydrate. Theirs is a plain link, as Remix resolves the path of each of its links against all routes of the page.
 */
export function AppLink({
	to,
	reloadDocument = false,
	preventScrollReset = false,
	...attributes
}: AppLinkProps) {
	const isVisitor = !useRootData()?.user;
	const { pathname } = useLocation();
	const shown = { "aria-current": to === pathname ? ("page" as const) : undefined, ...attributes };
	if (isVisitor || reloadDocument) return <a {...shown} href={to} />;
	return <Link {...shown} to={to} preventScrollReset={preventScrollReset} discover="none" />;
}
