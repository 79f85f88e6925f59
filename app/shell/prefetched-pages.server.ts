import type { ServerBuild } from "@remix-run/cloudflare";
import { routePath } from "~/lib/http/route-path";
import { memoise } from "~/lib/memoise";
import { pageHandle } from "./handle";

/** Paths of the pages that visitors get from the edge cache: to prefetch one costs the server nothing. */
export const prefetchedPages = memoise((routes: ServerBuild["routes"]): readonly string[] =>
	Object.entries(routes)
		.filter(([, route]) => pageHandle(route?.module.handle)?.cached)
		.map(([id]) => routePath(routes, id))
		.filter((path) => !path.includes(":")),
);
