import { useLocation } from "@remix-run/react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { forgetTypedText, storeTypedText } from "~/browser/typed-text";

/** React warns of a layout effect on the server, where it does nothing. */
const useLayoutEffectInBrowser = typeof document === "undefined" ? useEffect : useLayoutEffect;

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
