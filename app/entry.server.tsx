import type { AppLoadContext, EntryContext, HandleErrorFunction, ServerBuild } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToReadableStream, renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { FailedSubmissionProvider, firstLocationKey } from "~/components/failed-submission";
import { describeError, logLine } from "~/lib/http/log.server";
import { refusalHeader } from "~/lib/http/redirect.server";
import { routePath } from "~/lib/http/route-path";
import { contentSecurityPolicy } from "~/lib/http/security-headers.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { memoise } from "~/lib/memoise";
import { pageHandle } from "~/shell/handle";
import { ServerContext } from "~/shell/server-context";
import { ServerHead } from "~/shell/server-head";

export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	remixContext: EntryContext,
	{ ctx, nonce, routes, failures }: AppLoadContext,
): Promise<Response> {
	const handle = pageHandle(remixContext.staticHandlerContext.matches.at(-1)?.route.handle);
	const hydrates = ctx.actor !== null || ctx.onDuty !== null || handle?.hydrates === true;
	const pageNonce = hydrates ? nonce : undefined;
	headers.set("Content-Security-Policy", contentSecurityPolicy(pageNonce ?? null, ctx.edition.frameSources));
	// The loaders' data is sent for hydration only; a reading page holds no inline script.
	const context = hydrates ? remixContext : { ...remixContext, serverHandoffStream: undefined };
	const failed = status >= 400 && remixContext.staticHandlerContext.actionData !== null;
	const forPage = hydrates ? { nonce } : { prefetch: prefetchedPages(routes).join(" ") };
	const page = (
		<I18nextProvider i18n={textsOf(ctx.language)}>
			<ServerContext.Provider value={{ ServerHead, ...forPage }}>
				<FailedSubmissionProvider first={failed ? firstLocationKey : null}>
					<RemixServer context={context} url={request.url} nonce={pageNonce} />
				</FailedSubmissionProvider>
			</ServerContext.Provider>
		</I18nextProvider>
	);
	let finalStatus = status;
	const renderWithData = async () => {
		let shellRendered = false;
		const stream = await renderToReadableStream(page, {
			nonce: pageNonce,
			signal: request.signal,
			onError(error) {
				finalStatus = 500;
				failures.push(error);
				if (shellRendered) logLine("error", "render", { requestId: ctx.requestId, ...describeError(error) });
			},
		});
		shellRendered = true;
		return withEndLast(await new Response(stream).text());
	};
	// A reading page holds no data that come later. React's stream encodes 512 bytes at a time, and takes twice the time.
	const body = hydrates ? await renderWithData() : `<!DOCTYPE html>${renderToStaticMarkup(page)}`;
	headers.set("Content-Type", "text/html; charset=utf-8");
	headers.set("Content-Language", ctx.language);
	for (const sent of Object.values(remixContext.staticHandlerContext.actionHeaders)) {
		for (const name of ["Retry-After", refusalHeader]) {
			const value = sent.get(name);
			if (value) headers.set(name, value);
		}
	}
	return new Response(body, { status: finalStatus, headers });
}

/** Paths of the pages that visitors get from the edge cache: to prefetch one costs the server nothing. */
const prefetchedPages = memoise((routes: ServerBuild["routes"]): readonly string[] =>
	Object.entries(routes)
		.filter(([, route]) => route?.module.default && pageHandle(route.module.handle)?.cached)
		.map(([id]) => routePath(routes, id))
		.filter((path) => !path.includes(":")),
);

const documentEnd = "</body></html>";

/**
 * Moves the end of the document to the end. React writes the scripts with the loaders' data behind it, where HTML allows no
 * element. All data are there, so waiting for them costs nothing.
 */
function withEndLast(html: string): string {
	return html.replace(documentEnd, "") + documentEnd;
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
	if (request.signal.aborted) return;
	context.failures.push(error);
	if (isRouteErrorResponse(error)) return;
	logLine("error", "remix", { requestId: context.ctx.requestId, ...describeError(error) });
};
