import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { tellHydrated } from "~/browser/hydration";

/**
 * On hydrated pages: tells the page's script that React is there, and after each change of page without a document
 * brings the focus to its content and lets screen readers say its title. Where a page only changes, the focus stays, unless
 * what had it is gone.
 */
export function PageArrival() {
	const { key, pathname } = useLocation();
	const shown = useRef({ key, pathname });
	const [title, setTitle] = useState("");
	useEffect(tellHydrated, []);
	useEffect(() => {
		const before = shown.current;
		if (before.key === key) return;
		shown.current = { key, pathname };
		const arrived = before.pathname !== pathname;
		if (arrived || document.activeElement === document.body) {
			document.getElementById("content")?.focus({ preventScroll: true });
		}
		if (arrived) setTitle(document.title);
	}, [key, pathname]);
	return (
		<p className="sr-only" aria-live="polite">
			{title}
		</p>
	);
}
