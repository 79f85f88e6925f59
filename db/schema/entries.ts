import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { placesByHand } from "../enums";
import { users } from "./accounts";
import { flag, id, instant } from "./columns";

export const regions = sqliteTable("regions", {
	id: id(),
	name: text("name").notNull(),
	/** ISO 3166 alpha-2, for the file of contestants for SeeYou. */
	country: text("country").notNull(),
});

export const competitionClasses = sqliteTable(
	"competition_classes",
	{
		id: id(),
		name: text("name").notNull(),
		type: text("type").notNull(),
		/** Index of the glider whose handicap is 1 in this class. */
		referenceIndex: real("reference_index").notNull(),
	},
	(t) => [uniqueIndex("competition_classes_type").on(t.type)],
);

export const gliderTypes = sqliteTable(
	"glider_types",
	{
		id: id(),
		name: text("name").notNull(),
		/** Of the handicap list of the edition, e.g. 105.2. */
		index: real("index").notNull(),
		competitionClassType: text("competition_class_type").notNull(),
	},
	(t) => [uniqueIndex("glider_types_name_class").on(t.name, t.competitionClassType)],
);

export const accommodationTypes = sqliteTable("accommodation_types", {
	id: id(),
	name: text("name").notNull(),
});

/**
 * The change that a competitor wants: the fields that differ from the accepted entry. It is a type, as the audit log takes no
 * interface.
 */
export type RequestedChange = {
	readonly competitionClassId?: string;
	readonly gliderTypeId?: string;
	readonly registrationNumber?: string;
	readonly startNumber?: string;
	readonly hasEngine?: boolean;
	readonly secondPilot?: string | null;
};

/** What an entry costs. It is a type, as it is JSON. */
export type Fee = {
	readonly amount: number;
	/** ISO 4217. */
	readonly currency: string;
	/** Added for each person accommodated. */
	readonly person?: number | undefined;
	/** Added for each of them and night. */
	readonly night?: number | undefined;
	/** What the amount is in euro; missing where the edition had no account in euro. */
	readonly euro?: number | undefined;
};

export const registrations = sqliteTable(
	"registrations",
	{
		id: id(),
		/** 1, 2, 3 … in the order of entry; part of the payment's variable symbol. */
		number: integer("number").notNull(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		birthDate: text("birth_date"),
		phone: text("phone").notNull(),
		aeroclub: text("aeroclub").notNull(),
		regionId: text("region_id")
			.notNull()
			.references(() => regions.id),
		gliderTypeId: text("glider_type_id")
			.notNull()
			.references(() => gliderTypes.id),
		registrationNumber: text("registration_number").notNull(),
		startNumber: text("start_number").notNull(),
		hasEngine: flag("has_engine").notNull(),
		competitionClassId: text("competition_class_id")
			.notNull()
			.references(() => competitionClasses.id),
		logger: text("logger").notNull(),
		/** When the text of the recorders was changed last; null as long as it is that of the new entry. */
		loggerChangedAt: instant("logger_changed_at"),
		accommodationTypeId: text("accommodation_type_id")
			.notNull()
			.references(() => accommodationTypes.id),
		/** Persons accommodated. */
		quantity: integer("quantity").notNull(),
		/** Nights of each of them; null when nobody has said it. */
		nights: integer("nights"),
		/** Persons who take meals. */
		meals: integer("meals").notNull(),
		note: text("note"),
		accepted: flag("accepted").notNull().default(false),
		paid: flag("paid").notNull().default(false),
		isReserve: flag("is_reserve").notNull().default(false),
		/** Position of the pilot in the ranking list by which places are given; null for who is not in it. */
		rankingPosition: integer("ranking_position"),
		/** The entry has a place beside those of the policy. */
		isWildcard: flag("is_wildcard").notNull().default(false),
		wildcardReason: text("wildcard_reason"),
		/** What organisers have decided against the policy; null leaves the entry to it. */
		placeByHand: text("place_by_hand", { enum: placesByHand }),
		/** Local date from which the list is final, of which an unpaid competitor was told the day before. */
		warnedOfFinal: text("warned_of_final"),
		/** What the entry costs since it was sent or came into its class; null: what the edition says for the day on which it was sent. */
		fee: text("fee", { mode: "json" }).$type<Fee>(),
		/** Local date from which a promoted reserve starts; null for an entry that starts on all days. */
		startsFrom: text("starts_from"),
		/** Local date from which an entry that has flown is not expected any more. The entry is not accepted then. */
		withdrawnFrom: text("withdrawn_from"),
		withdrawnReason: text("withdrawn_reason"),
		registrationCompleted: flag("registration_completed").notNull().default(false),
		/** Number of the pilot in the IGC ranking list. */
		igcId: integer("igc_id"),
		/** Nation of the pilot, ISO 3166 alpha-2; null when nobody has said it. */
		nation: text("nation"),
		/** Number of the pilot's licence. */
		licence: text("licence"),
		/** Registration plate of the trailer. */
		trailerPlate: text("trailer_plate"),
		/** Name of the second pilot. */
		secondPilot: text("second_pilot"),
		/** Nation of the second pilot, ISO 3166 alpha-2. */
		secondPilotNation: text("second_pilot_nation"),
		/** Number of the second pilot in the IGC ranking list. */
		secondPilotIgcId: integer("second_pilot_igc_id"),
		/** A guest is scored after the others, and has no place. */
		isGuest: flag("is_guest").notNull().default(false),
		/** Local date from which the competitor is disqualified from the competition; null for everybody else. */
		disqualifiedFrom: text("disqualified_from"),
		disqualifiedReason: text("disqualified_reason"),
		/** Change that waits for an organiser's consent; null when none waits. */
		requestedChange: text("requested_change", { mode: "json" }).$type<RequestedChange>(),
		/** When the competitor got the last reminder of what is missing. */
		remindedAt: instant("reminded_at"),
		version: integer("version").notNull().default(1),
		createdAt: instant("created_at").notNull(),
		updatedAt: instant("updated_at").notNull(),
	},
	(t) => [
		uniqueIndex("registrations_user").on(t.userId),
		uniqueIndex("registrations_number").on(t.number),
		index("registrations_class_accepted").on(t.competitionClassId, t.accepted),
		index("registrations_accepted").on(t.accepted),
	],
);
