import { z } from "zod";
import { addDocument } from "~/lib/content/change-documents.server";
import { documentSchema } from "~/lib/content/document-schema";
import { documentPath } from "~/lib/content/document-types";
import { type DocumentRow, documentList } from "~/lib/content/documents-queries.server";
import { editionOrigin } from "~/lib/editions/edition-hosts";
import { fieldErrorsOf } from "~/lib/forms/parse-form";
import { answer, endpoint, forAdmins, forAll } from "~/lib/http/api-call.server";
import { done, refuse } from "~/lib/result";
import type { Settings } from "~/lib/settings.server";

const documentJson = z.object({
	_id: z.string(),
	name: z.string(),
	path: z.url(),
	/** Bytes. */
	size: z.int(),
	mimetype: z.string(),
	createdAt: z.iso.datetime(),
	updatedAt: z.iso.datetime(),
});

function toDocumentJson(row: DocumentRow, year: number, settings: Settings): z.infer<typeof documentJson> {
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

const { loader, action } = endpoint({
	GET: forAll({
		summary: "Documents, newest change first",
		cached: [],
		response: z.array(documentJson),
		run: async ({ ctx }) => {
			const rows = await documentList(ctx.db);
			return done(rows.map((row) => toDocumentJson(row, ctx.edition.year, ctx.settings)));
		},
	}),
	POST: forAdmins({
		summary: "Publishes a document; 200 when it replaced one of the same name",
		status: 201,
		upload: ["document"],
		response: documentJson,
		refusals: ["invalid-fields", "storage-failed"],
		run: async ({ ctx, body }) => {
			const parsed = documentSchema.safeParse({ document: body.get("document") });
			if (!parsed.success) return refuse("invalid-fields", fieldErrorsOf(parsed.error));
			const added = await addDocument(ctx, parsed.data.document);
			if (!added.ok) return added;
			const { document, replaced } = added.value;
			return answer(toDocumentJson(document, ctx.edition.year, ctx.settings), replaced ? 200 : 201);
		},
	}),
});

export { action, loader };
