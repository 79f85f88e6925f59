import type { AppLoadContext } from "@remix-run/cloudflare";
import { requireAdmin } from "~/lib/access";
import type { AdminCtx } from "~/lib/context";
import { answerWithFile } from "~/lib/http/page-access.server";
import { plainPage } from "~/lib/http/plain-page.server";
import type { Result } from "~/lib/result";

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

/** Answers a link of the starting list to a file for organisers. */
export function csvForOrganisers(
	context: AppLoadContext,
	write: (ctx: AdminCtx) => Promise<Result<CsvFile>>,
): Promise<Response> {
	return answerWithFile(context, requireAdmin, "/starting-list", async (ctx) => {
		const file = await write(ctx);
		return file.ok ? csvResponse(file.value) : plainPage({ language: ctx.language, reason: file.reason });
	});
}
