import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { tellHydrated } from "~/scripts/when-hydrated";

/**
 * On hydrated pages: tells the page's script that React is there, and after each change of page without a document
 * brings the focus to its content and lets screen readers say its title.
 */
export function PageArrival() {
	const { pathname } = useLocation();
	const shown = useRef(pathname);
	const [title, setTitle] = useState("");
	useEffect(tellHydrated, []);
	useEffect(() => {
		if (shown.current === pathname) return;
		shown.current = pathname;
		document.getElementById("content")?.focus({ preventScroll: true });
		setTitle(document.title);
	}, [pathname]);
	return (
		<p className="sr-only" aria-live="polite">
			{title}
		</p>
	);
}
