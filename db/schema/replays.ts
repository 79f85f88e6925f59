import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant } from "./columns";
import { competitionDays } from "./days";
import { competitionClasses } from "./entries";

/** The packed flights of a class on a day; the object in the bucket is named by the digest. */
export const replays = sqliteTable(
	"replays",
	{
		id: id(),
		dayId: text("day_id")
			.notNull()
			.references(() => competitionDays.id),
		competitionClassId: text("competition_class_id")
			.notNull()
			.references(() => competitionClasses.id),
		/** Digest of the logs in the pack; null when there is no pack, or it must not be shown any more. */
		digest: text("digest"),
		/** Bytes, before they are compressed; 0 when nothing has flown. */
		size: integer("size").notNull().default(0),
		/** When somebody began to make a pack; null when nobody does. */
		claimedAt: instant("claimed_at"),
		madeAt: instant("made_at"),
	},
	(t) => [
		uniqueIndex("replays_class_day").on(t.competitionClassId, t.dayId),
		index("replays_day").on(t.dayId),
		index("replays_digest").on(t.digest),
	],
);
