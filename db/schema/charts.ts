import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { chartKinds } from "../enums";
import { users } from "./accounts";
import { flag, id, instant } from "./columns";
import { documentVersions } from "./content";

/** What was read of the waypoint and airspace files of an edition. The files themselves are documents. */
export const charts = sqliteTable(
	"charts",
	{
		id: id(),
		kind: text("kind", { enum: chartKinds }).notNull(),
		/** Of the file. */
		name: text("name").notNull(),
		sha256: text("sha256").notNull(),
		documentVersionId: text("document_version_id")
			.notNull()
			.references(() => documentVersions.id),
		/** The first part: `Waypoint[]` or `Airspace[]`. */
		content: text("content", { mode: "json" }).notNull(),
		/** Elements of all parts. */
		size: integer("size").notNull(),
		/** `FileComplaint[]`: what could not be read. */
		complaints: text("complaints", { mode: "json" }).notNull(),
		inForce: flag("in_force").notNull(),
		/** When it was last put in force, and by whom. */
		inForceSince: instant("in_force_since").notNull(),
		inForceBy: text("in_force_by").references(() => users.id),
	},
	(t) => [
		uniqueIndex("charts_file").on(t.kind, t.sha256),
		uniqueIndex("charts_in_force").on(t.kind).where(sql`${t.inForce} = 1`),
		index("charts_history").on(t.kind, t.inForceSince),
	],
);

/** What was read of a file behind its first part: a row holds no more than the database and a backup can take. */
export const chartParts = sqliteTable(
	"chart_parts",
	{
		id: id(),
		chartId: text("chart_id")
			.notNull()
			.references(() => charts.id),
		/** Counted from 1. */
		part: integer("part").notNull(),
		/** `Waypoint[]` or `Airspace[]`. */
		content: text("content", { mode: "json" }).notNull(),
	},
	(t) => [uniqueIndex("chart_parts_of_chart").on(t.chartId, t.part)],
);
