import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { notifyHydrated } from "~/browser/hydration";

/**
 * Does for a change of page by React what the browser does for a new document: moves the focus to the content and lets screen readers
 * say the title. A change within the page moves the focus only when the focused element is gone.
 */
export function PageChange() {
	const { key, pathname } = useLocation();
	const shown = useRef({ key, pathname });
	const [title, setTitle] = useState("");
	useEffect(notifyHydrated, []);
	useEffect(() => {
		const before = shown.current;
		if (before.key === key) return;
		shown.current = { key, pathname };
		const isOtherPage = before.pathname !== pathname;
		if (isOtherPage || document.activeElement === document.body) {
			document.getElementById("content")?.focus({ preventScroll: true });
		}
		if (isOtherPage) setTitle(document.title);
	}, [key, pathname]);
	return (
		<p className="sr-only" aria-live="polite">
			{title}
		</p>
	);
}
