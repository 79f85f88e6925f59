import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { documentFolders, languages } from "../enums";
import { users } from "./accounts";
import { flag, id, instant } from "./columns";

/** What a news item says. English beside Czech has columns of its own; alone it stands in those of the first language. */
const newsTexts = {
	/** Language of `title` and `body`; null for an item that came by the API, which does not say it. */
	language: text("language", { enum: languages }),
	title: text("title").notNull(),
	body: text("body").notNull(),
	titleEn: text("title_en"),
	bodyEn: text("body_en"),
};

export const news = sqliteTable(
	"news",
	{
		id: id(),
		...newsTexts,
		authorId: text("author_id")
			.notNull()
			.references(() => users.id),
		createdAt: instant("created_at").notNull(),
		updatedAt: instant("updated_at").notNull(),
		deletedAt: instant("deleted_at"),
		/** Stands above newer items. */
		pinned: flag("pinned").notNull().default(false),
		version: integer("version").notNull().default(1),
		/** Who wrote this version; null for the author. */
		editedBy: text("edited_by").references(() => users.id),
	},
	(t) => [index("news_visible").on(t.deletedAt, t.createdAt)],
);

/** What items said before they were edited. */
export const newsVersions = sqliteTable(
	"news_versions",
	{
		newsId: text("news_id")
			.notNull()
			.references(() => news.id),
		/** That of the item while it said this. */
		version: integer("version").notNull(),
		...newsTexts,
		editedBy: text("edited_by")
			.notNull()
			.references(() => users.id),
		editedAt: instant("edited_at").notNull(),
	},
	(t) => [primaryKey({ columns: [t.newsId, t.version] })],
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
		folder: text("folder", { enum: documentFolders }).notNull().default("other"),
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
