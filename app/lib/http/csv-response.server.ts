/**
 * A CSV file that the browser saves.
 * @param name file name of ASCII letters, digits, `-` and `.`
 */
export function csvResponse({ name, text }: { readonly name: string; readonly text: string }): Response {
	return new Response(text, {
		headers: {
			"Content-Type": "text/csv; charset=utf-8",
			"Content-Disposition": `attachment; filename="${name}"`,
			"Cache-Control": "private, no-store",
		},
	});
}
