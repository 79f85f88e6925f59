import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { apiCalls } from "~/lib/api/api-calls.server";
import { statusesOf } from "~/lib/api/describe-api";
import { escapeHtml } from "~/lib/escape";
import type { Call } from "~/lib/http/api-call.server";
import { refuseMethod } from "~/lib/http/refusal-response.server";
import stylesUrl from "~/styles.css?url";

/** The description of the API for people. */
export function loader({ context: { ctx } }: LoaderFunctionArgs) {
	return new Response(apiPage(ctx.edition.title), {
		headers: { "Content-Type": "text/html; charset=utf-8" },
	});
}

export const action = () => refuseMethod(["GET"]);

const who = { all: "everybody", user: "signed-in users", admin: "organisers" } as const;

function row(call: Call): string {
	const { method, path } = call;
	const takes = call.upload ? `multipart: ${call.upload.join(", ")}` : call.body ? "JSON" : "nothing";
	const answers = statusesOf(call).sort((a, b) => a - b);
	return `<tr><td><code>${method}</code></td><td><code>${escapeHtml(path)}</code></td>
<td class="min-w-64 whitespace-normal">${escapeHtml(call.summary)}</td><td>${who[call.access]}</td>
<td>${escapeHtml(takes)}</td><td class="min-w-40 whitespace-normal">${answers.join(", ")}</td></tr>`;
}

/** The API on one page, for reading; the description proper stands at /api/openapi.json. */
function apiPage(title: string): string {
	const name = escapeHtml(`${title} API`);
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title><link rel="stylesheet" href="${stylesUrl}"></head>
<body><main class="page"><h1>${name}</h1>
<p class="mb-6">Requests and answers are JSON; a token from <code>POST /api/auth</code> goes into <code>Authorization: Bearer …</code>.
The shapes stand in <a href="/api/openapi.json">the OpenAPI description</a>.</p>
<div class="scroll-region" role="region" aria-label="Calls" tabindex="0"><table class="data-table data-table-wide">
<caption>Calls of the API</caption>
<thead><tr><th scope="col">Method</th><th scope="col">Path</th><th scope="col">What it does</th><th scope="col">For</th><th scope="col">Takes</th><th scope="col">Answers</th></tr></thead>
<tbody>${apiCalls.map(row).join("\n")}</tbody></table></div>
<p class="mt-6"><a href="/">${escapeHtml(title)}</a></p></main></body></html>`;
}
