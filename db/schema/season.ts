import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts";
import { instant } from "./columns";

/** What an organiser has set. Without `is` the edition has no such value. */
export type SetValue = { readonly is?: unknown };

/** Logos that organisers have sent. Their objects lie in the bucket. */
export const logos = sqliteTable("logos", {
	/** Digest of the bytes, in hex: the name of the logo. */
	sha256: text("sha256").primaryKey(),
	/** Key of the object in the bucket. */
	key: text("key").notNull(),
	mimetype: text("mimetype", { enum: ["image/png", "image/webp"] }).notNull(),
	/** Bytes. */
	size: integer("size").notNull(),
	state: text("state", { enum: ["pending", "ready"] }).notNull(),
	createdAt: instant("created_at").notNull(),
});

/**
 * What organisers have set in place of the edition's file, by its key, such as `competition.from`. The last version of a key holds; the
 * others are its history.
 */
export const editionSettings = sqliteTable(
	"edition_settings",
	{
		key: text("key").notNull(),
		/** 1, 2, 3 … of each key. */
		version: integer("version").notNull(),
		/** Null: what the file says holds again. */
		value: text("value", { mode: "json" }).$type<SetValue>(),
		reason: text("reason"),
		/** Null: taken over from the year before, whose organisers have no account here. */
		changedBy: text("changed_by").references(() => users.id),
		changedAt: instant("changed_at").notNull(),
	},
	(t) => [primaryKey({ columns: [t.key, t.version] })],
);
