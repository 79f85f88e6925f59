import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { apiCalls } from "~/lib/api/api-calls.server";
import { describeApi } from "~/lib/api/describe-api";
import { editionOrigin } from "~/lib/editions/edition-hosts";
import { refuseMethod } from "~/lib/http/refusal-response.server";
import { resource } from "~/shell/handle";
import { version } from "../../package.json";

export const handle = resource({ cached: [] });

/** The description of the API for programs. */
export function loader({ context: { ctx } }: LoaderFunctionArgs) {
	const { edition, settings } = ctx;
	const server = settings.local ? editionOrigin(edition, settings) : edition.apiEndpoint;
	return Response.json(describeApi(apiCalls, { title: `${edition.title} API`, version, server }));
}

export const action = () => refuseMethod(["GET"]);
