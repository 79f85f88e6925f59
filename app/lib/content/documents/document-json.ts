import { z } from "zod";
import { editionOrigin } from "~/lib/editions/edition-origin";
import type { Settings } from "~/lib/settings.server";
import { documentPath } from "./document-path";
import type { DocumentRow } from "./documents-queries.server";

export const documentJson = z.object({
	_id: z.string(),
	name: z.string(),
	path: z.url(),
	/** Bytes. */
	size: z.int(),
	mimetype: z.string(),
	createdAt: z.iso.datetime(),
	updatedAt: z.iso.datetime(),
});

export function toDocumentJson(
	row: DocumentRow,
	year: number,
	settings: Settings,
): z.infer<typeof documentJson> {
	return {
		_id: row.id,
		name: row.name,
		path: `${editionOrigin(year, settings)}${documentPath(row)}`,
		size: row.size,
		mimetype: row.mimetype,
		createdAt: row.createdAt.toISOString(),
		updatedAt: row.updatedAt.toISOString(),
	};
}
