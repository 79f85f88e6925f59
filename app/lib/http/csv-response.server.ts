import type { AppLoadContext } from "@remix-run/cloudflare";
import { AccessDenied, requireAdmin } from "../access";
import type { AdminCtx } from "../context";
import type { Result } from "../result";
import { plainPage } from "./plain-page.server";

/** A file; its name is made of ASCII letters, digits, `-` and `.`. */
interface CsvFile {
	readonly name: string;
	readonly text: string;
}

/** A CSV file that the browser saves. */
export function csvResponse({ name, text }: CsvFile): Response {
	return new Response(text, {
		headers: {
			"Content-Type": "text/csv; charset=utf-8",
			"Content-Disposition": `attachment; filename="${name}"`,
			"Cache-Control": "private, no-store",
		},
	});
}

/** Answers a link of the pages to a file for organisers; refusals are plain pages, as there is no page around. */
export async function csvForOrganisers(
	{ ctx }: AppLoadContext,
	write: (ctx: AdminCtx) => Promise<Result<CsvFile>>,
): Promise<Response> {
	try {
		const file = await write(requireAdmin(ctx));
		return file.ok ? csvResponse(file.value) : plainPage({ language: ctx.language, reason: file.reason });
	} catch (error) {
		if (error instanceof AccessDenied) return plainPage({ language: ctx.language, reason: error.reason });
		throw error;
	}
}
