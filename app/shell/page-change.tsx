import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { notifyHydrated } from "~/browser/hydration";
import { sayComplaints } from "~/browser/own-complaints";
import { forgetTypedText, storeTypedText } from "~/browser/typed-text";
import { useLayoutEffectInBrowser } from "~/components/use-hydrated";
import { useTexts } from "~/components/use-texts";

/**
 * Does what the browser does for a new document, for a change of page by React: it moves the focus to the content and lets screen
 * readers say the title. A change within the page moves the focus only when the focused element is gone.
 */
export function PageChange() {
	const { key, pathname } = useLocation();
	const shown = useRef({ key, pathname });
	const [title, setTitle] = useState("");
	const { t } = useTexts();
	useEffect(notifyHydrated, []);
	useEffect(() => sayComplaints(t("form.field.required")), [t]);
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

/** Keeps what was typed on a page that React leaves, as long as the next page does not come. Stands before the page: React ends it first. */
export function TypedText() {
	const { pathname } = useLocation();
	const left = useRef<string>();
	useLayoutEffectInBrowser(() => {
		if (left.current !== undefined) forgetTypedText(left.current);
		left.current = pathname;
		return () => storeTypedText(pathname);
	}, [pathname]);
	return null;
}
