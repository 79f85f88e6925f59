import { Link, type LinkProps, useLocation } from "@remix-run/react";
import { useRootData } from "./use-root-data";

/**
 * A link within the site. For somebody logged in, the next page comes without loading a document; visitors' pages
 * are documents of their own, as most of them hold no React.
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
