import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { apiCallsOf } from "~/lib/api/api-calls";
import { apiPage } from "~/lib/api/api-page";
import { refuseMethod } from "~/lib/api/refusal-response.server";

/** The description of the API for people. */
export function loader({ context: { ctx, routes } }: LoaderFunctionArgs) {
	return new Response(apiPage(ctx.edition.title, apiCallsOf(routes)), {
		headers: { "Content-Type": "text/html; charset=utf-8" },
	});
}

export const action = () => refuseMethod(["GET"]);
