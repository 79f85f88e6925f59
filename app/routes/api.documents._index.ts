import { z } from "zod";
import { answer, endpoint, forAdmins, forAll } from "~/lib/api/endpoint.server";
import { addDocument } from "~/lib/content/documents/add-document.server";
import { documentJson, toDocumentJson } from "~/lib/content/documents/document-json";
import { documentSchema } from "~/lib/content/documents/document-schema";
import { documentList } from "~/lib/content/documents/documents-queries.server";
import { fieldErrorsOf } from "~/lib/forms/field-errors";
import { done, refuse } from "~/lib/result";

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
