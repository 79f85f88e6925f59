import { useEffect, useLayoutEffect, useSyncExternalStore } from "react";

/** React warns of a layout effect on the server, where it does nothing. */
export const useLayoutEffectInBrowser = typeof document === "undefined" ? useEffect : useLayoutEffect;

const never = () => () => undefined;

/** False on the server and during hydration, true afterwards. */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
}
