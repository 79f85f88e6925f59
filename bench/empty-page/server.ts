import * as build from "virtual:remix/server-build";
import { createRequestHandler } from "@remix-run/cloudflare";

export default { fetch: createRequestHandler(build, "production") };
