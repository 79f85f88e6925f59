import { useRouteLoaderData } from "@remix-run/react";
import type { loader } from "~/root";

/** What every page knows from the root's loader; undefined when that failed. */
export function useRootData() {
	return useRouteLoaderData<typeof loader>("root");
}

export type RootData = NonNullable<ReturnType<typeof useRootData>>;
