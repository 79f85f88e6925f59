import { buildWhenStale } from "./lib/build";

/* The build command of wrangler.toml. */

await buildWhenStale();
