import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { editionOrigin } from "~/lib/editions/edition-origin";
import { refuseMethod } from "~/lib/http/api.server";
import { apiCallsOf } from "~/lib/openapi/api-calls";
import { describeApi } from "~/lib/openapi/describe-api";
import { version } from "../../package.json";

/** The description of the API for programs. */
export function loader({ context: { ctx, routes } }: LoaderFunctionArgs) {
	const { edition, settings } = ctx;
	const server = editionOrigin(edition.year, settings);
	return Response.json(describeApi(apiCallsOf(routes), { title: `${edition.title} API`, version, server }));
}

export const action = () => refuseMethod(["GET"]);
