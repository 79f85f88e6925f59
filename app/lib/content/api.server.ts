import { z } from "zod";
import type { Ctx } from "~/lib/context";
import { editionOrigin } from "~/lib/editions/edition-hosts";
import { fieldErrorsOf } from "~/lib/forms/parse-form";
import { answer, asJson, type Call, forAll, forStaff, success } from "~/lib/http/api-call.server";
import { refusalResponse } from "~/lib/http/refusal-response.server";
import { done, refuse } from "~/lib/result";
import { addDocument, deleteDocument } from "./change-documents.server";
import { addNews, deleteNews } from "./change-news.server";
import { documentSchema } from "./document-schema";
import { documentPath } from "./document-types";
import { type DocumentRow, documentList } from "./documents-queries.server";
import { type NewsRow, newsList } from "./news-queries.server";
import { newsSchema } from "./news-schema";

const newsJson = z.object({
	_id: z.string(),
	title: z.string(),
	/** One paragraph a line, plain text. */
	body: z.string(),
	author: z.object({ _id: z.string(), name: z.string(), surname: z.string() }),
	createdAt: z.iso.datetime(),
	updatedAt: z.iso.datetime(),
});

/** Existing clients know one title and one text, and do not say in which language they are. */
const inOneLanguage = { language: null, titleEn: null, bodyEn: null };

/** An item in the language in which it was written first: Czech, unless it is English alone. */
function toNewsJson(row: NewsRow): z.infer<typeof newsJson> {
	return {
		_id: row.id,
		title: row.title,
		body: row.body,
		author: { _id: row.authorId, name: row.authorName, surname: row.authorSurname },
		createdAt: row.createdAt.toISOString(),
		updatedAt: row.updatedAt.toISOString(),
	};
}

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

function toDocumentJson(
	row: DocumentRow,
	{ edition, settings }: Pick<Ctx, "edition" | "settings">,
): z.infer<typeof documentJson> {
	return {
		_id: row.id,
		name: row.name,
		path: `${editionOrigin(edition, settings)}${documentPath(row)}`,
		size: row.size,
		mimetype: row.mimetype,
		createdAt: row.createdAt.toISOString(),
		updatedAt: row.updatedAt.toISOString(),
	};
}
const forNews = forStaff("news");
const forDocuments = forStaff("documents");

/** Calls about news and documents. */
export const contentCalls: readonly Call[] = [
	forAll("GET /api/news", {
		summary: "News, newest first",
		cached: true,
		response: z.array(newsJson),
		run: async ({ ctx }) => done((await newsList(ctx.db)).map(toNewsJson)),
	}),
	forNews("POST /api/news", {
		summary: "Publishes a news item and notifies everybody with an account when email is true",
		status: 201,
		body: newsSchema,
		response: newsJson.extend({ news: newsJson, emailSent: z.boolean() }),
		run: ({ ctx, body }) =>
			asJson(addNews(ctx, { ...inOneLanguage, ...body }), ({ news, mails }) => {
				const item = toNewsJson(news);
				return { ...item, news: item, emailSent: mails > 0 };
			}),
	}),
	forNews("DELETE /api/news/{newsId}", {
		summary: "Takes a news item off the list",
		response: success,
		refusals: ["not-found"],
		run: async ({ ctx, params }) => {
			const deleted = await deleteNews(ctx, params.newsId);
			// Existing clients look at `success` whatever the status.
			return deleted.ok ? done({ success: true }) : refusalResponse(deleted, { success: false });
		},
	}),
	forAll("GET /api/documents", {
		summary: "Documents, newest change first",
		cached: true,
		response: z.array(documentJson),
		run: async ({ ctx }) => {
			const rows = await documentList(ctx.db);
			return done(rows.map((row) => toDocumentJson(row, ctx)));
		},
	}),
	forDocuments("POST /api/documents", {
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
			return answer(toDocumentJson(document, ctx), replaced ? 200 : 201);
		},
	}),
	forDocuments("DELETE /api/documents/{documentId}", {
		summary: "Takes a document off the list",
		response: success,
		refusals: ["not-found"],
		run: ({ ctx, params }) => asJson(deleteDocument(ctx, params.documentId), () => ({ success: true })),
	}),
];
