import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./accounts";
import { id, instant } from "./columns";

export const news = sqliteTable(
	"news",
	{
		id: id(),
		title: text("title").notNull(),
		body: text("body").notNull(),
		authorId: text("author_id")
			.notNull()
			.references(() => users.id),
		createdAt: instant("created_at").notNull(),
		updatedAt: instant("updated_at").notNull(),
		deletedAt: instant("deleted_at"),
	},
	(t) => [index("news_visible").on(t.deletedAt, t.createdAt)],
);

export const documents = sqliteTable(
	"documents",
	{
		id: id(),
		name: text("name").notNull(),
		/** The version that is served; null until the first upload is complete. */
		currentVersionId: text("current_version_id"),
		createdAt: instant("created_at").notNull(),
		updatedAt: instant("updated_at").notNull(),
		deletedAt: instant("deleted_at"),
	},
	(t) => [
		uniqueIndex("documents_name").on(t.name).where(sql`${t.deletedAt} is null`),
		index("documents_visible").on(t.deletedAt, t.updatedAt),
	],
);

export const documentVersions = sqliteTable(
	"document_versions",
	{
		id: id(),
		documentId: text("document_id")
			.notNull()
			.references(() => documents.id),
		/** Key of the object in the bucket. */
		key: text("key").notNull(),
		mimetype: text("mimetype").notNull(),
		/** Bytes. */
		size: integer("size").notNull(),
		sha256: text("sha256").notNull(),
		state: text("state", { enum: ["pending", "ready"] }).notNull(),
		uploadedBy: text("uploaded_by").references(() => users.id),
		createdAt: instant("created_at").notNull(),
	},
	(t) => [
		uniqueIndex("document_versions_key").on(t.key),
		index("document_versions_document").on(t.documentId, t.createdAt),
		index("document_versions_state").on(t.state, t.createdAt),
	],
);
