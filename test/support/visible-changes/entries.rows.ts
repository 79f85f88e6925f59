import { eq } from "drizzle-orm";
import { payments, registrations } from "~db/schema";
import { signedUp } from "../accounts";
import { changeEdition } from "../change-edition";
import { entryBody } from "../entries";
import { databaseOf } from "../factories";
import { multipart } from "../multipart";
import { change, date, keep, lists, type VisibleChange } from "./changed-world";

/** Entries, and the glider types that they show. */
export const rows: readonly VisibleChange[] = [
	change("enter", "an entry that waits", "registrations", ["/starting-list"], async (app, { ids, made }) => {
		const person = await signedUp(app);
		made.pilot = person.user._id;
		const answer = await app.api("POST", "/api/registration", entryBody(ids), {
			headers: { Authorization: `Bearer ${person.token}` },
		});
		return keep(answer, ({ _id }) => {
			made.entry = _id;
		});
	}),
	change(
		"writeFlags",
		"an entry is accepted",
		"registrations",
		[...lists, "/api/igc/form"],
		"PUT /api/registration/{made.entry}/quick-actions",
		{ accepted: true },
	),
	change(
		"enterPayment",
		"the fee comes",
		"payments",
		["/api/starting-list"],
		"POST /admin/payments/{made.entry}",
		{ amount: "2500", receivedOn: "2025-03-01", how: "cash" },
	),
	change(
		"cancelPayment",
		"a payment was a mistake",
		"payments",
		["/api/starting-list"],
		async (app, { admin, made }) => {
			const [row] = await databaseOf().select().from(payments).where(eq(payments.registrationId, made.entry));
			const fields = { intent: "cancel", payment: row?.id ?? "" };
			return app.post(`/admin/payments/${made.entry}`, fields, { as: admin });
		},
	),
	change("change", "an accepted entry is changed", "registrations", lists, (app, { ids, made }) =>
		app.api(
			"PUT",
			"/api/registration",
			{ ...entryBody(ids), aeroclub: "Aeroklub Mezihoří" },
			{ as: { id: made.pilot } },
		),
	),
	change(
		"decideChange",
		"an accepted entry gets another start number",
		"registrations",
		[...lists, "/api/igc/form"],
		async (app, { ids, admin, made }) => {
			const { glider, ...body } = entryBody(ids);
			const wanted = { ...body, aeroclub: "Aeroklub Mezihoří", glider: { ...glider, startNumber: "Q9" } };
			await app.api("PUT", "/api/registration", wanted, { as: { id: made.pilot } });
			const [entry] = await databaseOf().select().from(registrations).where(eq(registrations.id, made.entry));
			const fields = { intent: "accept-change", entry: made.entry, version: String(entry?.version) };
			return app.post("/starting-list", fields, { as: admin });
		},
	),
	change(
		"writeDisqualification",
		"a competitor is disqualified from the competition",
		"registrations",
		["/starting-list"],
		"POST /registration/{made.entry}",
		{ intent: "disqualify", from: date, reason: "Let v oblacích" },
	),
	change(
		"setOfEntry",
		"an entry gets a wild card",
		"registrations",
		["/starting-list"],
		(app, { admin, made }) => {
			changeEdition({ admission: { policy: "by-ranking", places: { total: 5 } } });
			const fields = { entry: made.entry, place: "wildcard", reason: "Junior z\u00a0klubu" };
			return app.post("/admin/places", fields, { as: admin });
		},
	),
	change(
		"setPositions",
		"an entry gets a position in the ranking",
		"registrations",
		["/starting-list", "/api/starting-list"],
		async (app, { admin, made }) => {
			changeEdition({ admission: { policy: "by-ranking", places: { total: 5 } } });
			const html = await (await app.get("/admin/ranking", { as: admin })).text();
			const seen = /name="seen" value="(\w+)"/.exec(html)?.[1] ?? "";
			return app.post("/admin/ranking", { seen, [`position-${made.entry}`]: "7" }, { as: admin });
		},
	),
	change(
		"importGliderTypes",
		"an index of a glider type",
		"glider_types",
		["/starting-list", "/api/registration/form"],
		(app, { admin }) =>
			app.post(
				"/admin/glider-types",
				multipart({ intent: "import", list: "name,index,competitionClassType\nLS 4,101.9,club" }),
				{ as: admin },
			),
	),
];
