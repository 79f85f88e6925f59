import { type RefObject, useEffect, useRef, useState } from "react";
import { useHydrated } from "./use-hydrated";

/**
 * Gives the focus to the element that says the answer, when the answer is another one. At hydration the browser has done so by
 * `autofocus`, and the reader may have gone on since.
 */
export function useAnswerFocus<E extends HTMLElement>(answer: unknown): RefObject<E> {
	const element = useRef<E>(null);
	const [isLate] = useState(useHydrated());
	const said = useRef(isLate ? undefined : answer);
	useEffect(() => {
		if (said.current === answer) return;
		said.current = answer;
		element.current?.focus();
	}, [answer]);
	return element;
}
