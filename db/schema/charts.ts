import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { chartKinds } from "../enums";
import { users } from "./accounts";
import { flag, id, instant } from "./columns";
import { documentVersions } from "./content";

/** A line that cannot be read. @see complaints in lib/forms/fields.ts */
export interface FileComplaint {
	/** Counted from 1; null for the file as a whole. */
	readonly line: number | null;
	readonly complaint: string;
}

export interface Waypoint {
	/** Degrees on WGS-84, north and east positive. */
	readonly latitude: number;
	readonly longitude: number;
	readonly name: string;
	readonly code: string;
	readonly elevationM: number | null;
	/** SeeYou's number for what it is: 2 to 5 are places to land. */
	readonly style: number;
}

/** Metres for MSL and AGL, a flight level for FL, 0 for the others. */
export interface AirspaceLimit {
	readonly reference: "GND" | "AGL" | "MSL" | "FL" | "UNL";
	readonly value: number;
}

/** What a space is for gliders. */
export type SpaceKind = "restricted" | "controlled" | "open";

export interface Airspace {
	readonly name: string;
	/** The class in upper case, as the file has it: R, P, Q, CTR, C, D … */
	readonly airspaceClass: string;
	/** The type likewise; absent where the file has none beside the class. */
	readonly airspaceType?: string;
	/** Absent where the class alone says it, as in all files that were read before types were. */
	readonly kind?: SpaceKind;
	/** Why no flight is checked against it until an organiser takes it in: its code does not say what it is, or only a NOTAM activates it. */
	readonly waits?: "code" | "notam";
	readonly floor: AirspaceLimit;
	readonly ceiling: AirspaceLimit;
	/** Corners in order without the first one at the end, as degrees: latitude, longitude, latitude … Arcs are split into chords. */
	readonly outline: readonly number[];
}

/** Elements of a file of one kind. */
export type ChartContent = readonly (Waypoint | Airspace)[];

/** The contents of the waypoint and airspace files of an edition. The files themselves are documents. */
export const charts = sqliteTable(
	"charts",
	{
		id: id(),
		kind: text("kind", { enum: chartKinds }).notNull(),
		/** Name of the file. */
		name: text("name").notNull(),
		sha256: text("sha256").notNull(),
		documentVersionId: text("document_version_id")
			.notNull()
			.references(() => documentVersions.id),
		/** The first part. */
		content: text("content", { mode: "json" }).$type<ChartContent>().notNull(),
		/** Number of elements in all parts. */
		size: integer("size").notNull(),
		/** What could not be read. */
		complaints: text("complaints", { mode: "json" }).$type<readonly FileComplaint[]>().notNull(),
		inForce: flag("in_force").notNull(),
		/** When it was last put in force, and by whom. */
		inForceSince: instant("in_force_since").notNull(),
		inForceBy: text("in_force_by").references(() => users.id),
		/** Plain names of spaces that wait in the file, and that organisers have taken in. */
		takenIn: text("taken_in", { mode: "json" }).$type<readonly string[]>().notNull().default([]),
	},
	(t) => [
		uniqueIndex("charts_file").on(t.kind, t.sha256),
		uniqueIndex("charts_in_force").on(t.kind).where(sql`${t.inForce} = 1`),
		index("charts_history").on(t.kind, t.inForceSince),
	],
);

/** The parts of a file after its first one: a row holds no more than the database and a backup can take. */
export const chartParts = sqliteTable(
	"chart_parts",
	{
		id: id(),
		chartId: text("chart_id")
			.notNull()
			.references(() => charts.id),
		/** Counted from 1. */
		part: integer("part").notNull(),
		content: text("content", { mode: "json" }).$type<ChartContent>().notNull(),
	},
	(t) => [uniqueIndex("chart_parts_of_chart").on(t.chartId, t.part)],
);
