import { index, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { paymentWays } from "../enums";
import { users } from "./accounts";
import { id, instant } from "./columns";
import { registrations } from "./entries";

/** What has been paid for an entry, piece by piece. An entry is paid when the pieces that are not cancelled cover its fee. */
export const payments = sqliteTable(
	"payments",
	{
		id: id(),
		registrationId: text("registration_id")
			.notNull()
			.references(() => registrations.id),
		/** What came, in `currency`. Null: the whole fee, as nobody said how much that was. */
		amount: real("amount"),
		/** ISO 4217; null without an amount. */
		currency: text("currency"),
		/** What it pays of the fee, in the currency of the fee; null for the whole fee. */
		counted: real("counted"),
		/** Local date. */
		receivedOn: text("received_on").notNull(),
		how: text("how", { enum: paymentWays }).notNull(),
		note: text("note"),
		/** Null for what was paid before payments were rows. */
		enteredBy: text("entered_by").references(() => users.id),
		enteredAt: instant("entered_at").notNull(),
		cancelledAt: instant("cancelled_at"),
		cancelledBy: text("cancelled_by").references(() => users.id),
	},
	(t) => [index("payments_registration").on(t.registrationId)],
);
