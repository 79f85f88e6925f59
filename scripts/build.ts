import { buildWhenStale } from "./lib/build";

/* What wrangler runs before it uploads or serves the Worker: the build, unless it is up to date. */

await buildWhenStale();
