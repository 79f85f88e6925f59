import { z } from "zod";
import type { NewsRow } from "./news-queries.server";

export const newsJson = z.object({
	_id: z.string(),
	title: z.string(),
	/** One paragraph a line, plain text. */
	body: z.string(),
	author: z.object({ _id: z.string(), name: z.string(), surname: z.string() }),
	createdAt: z.iso.datetime(),
	updatedAt: z.iso.datetime(),
});

export function toNewsJson(row: NewsRow): z.infer<typeof newsJson> {
	return {
		_id: row.id,
		title: row.title,
		body: row.body,
		author: { _id: row.authorId, name: row.authorName, surname: row.authorSurname },
		createdAt: row.createdAt.toISOString(),
		updatedAt: row.updatedAt.toISOString(),
	};
}
