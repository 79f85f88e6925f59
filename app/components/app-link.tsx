import { Link, type LinkProps, useLocation } from "@remix-run/react";
import { useRootData } from "./use-root-data";

/**
 * A link within the site. Signed-in users navigate on the client; visitors load a document, because most of their pages
 * do not hydrate.
 */
export function AppLink(props: LinkProps & { readonly to: string }) {
	const visitor = !useRootData()?.user;
	const { pathname } = useLocation();
	return (
		<Link
			reloadDocument={visitor}
			aria-current={props.to === pathname ? "page" : undefined}
			discover="none"
			{...props}
		/>
	);
}
