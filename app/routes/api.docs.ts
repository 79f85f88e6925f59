import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { refuseMethod } from "~/lib/http/api.server";
import { apiCallsOf } from "~/lib/openapi/api-calls";
import { apiPage } from "~/lib/openapi/api-page";

/** The description of the API for people. */
export function loader({ context: { ctx, routes } }: LoaderFunctionArgs) {
	return new Response(apiPage(ctx.edition.title, apiCallsOf(routes)), {
		headers: { "Content-Type": "text/html; charset=utf-8" },
	});
}

export const action = () => refuseMethod(["GET"]);
