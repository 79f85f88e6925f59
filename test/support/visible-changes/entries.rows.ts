import { eq } from "drizzle-orm";
import { registrations } from "~db/schema";
import { signedUp } from "../accounts";
import { entryBody } from "../entries";
import { databaseOf } from "../factories";
import { keep, lists, multipart, type VisibleChange } from "./changed-world";

/** Entries, and the glider types that they show. */
export const rows: readonly VisibleChange[] = [
	{
		useCase: "enter",
		what: "an entry that waits",
		table: "registrations",
		seenAt: () => ["/starting-list"],
		make: async (app, { ids, made }) => {
			const person = await signedUp(app);
			made.pilot = person.user._id;
			const answer = await app.api("POST", "/api/registration", entryBody(ids), {
				headers: { Authorization: `Bearer ${person.token}` },
			});
			return keep(answer, ({ _id }) => {
				made.entry = _id;
			});
		},
	},
	{
		useCase: "writeFlags",
		what: "an entry is accepted",
		table: "registrations",
		seenAt: () => [...lists, "/api/igc/form"],
		make: (app, { admin, made }) =>
			app.api("PUT", `/api/registration/${made.entry}/quick-actions`, { accepted: true }, { as: admin }),
	},
	{
		useCase: "change",
		what: "an accepted entry is changed",
		table: "registrations",
		seenAt: () => lists,
		make: (app, { ids, made }) =>
			app.api(
				"PUT",
				"/api/registration",
				{ ...entryBody(ids), aeroclub: "Aeroklub Mezihoří" },
				{ as: { id: made.pilot } },
			),
	},
	{
		useCase: "decideChange",
		what: "an accepted entry gets another start number",
		table: "registrations",
		seenAt: () => [...lists, "/api/igc/form"],
		make: async (app, { ids, admin, made }) => {
			const { glider, ...body } = entryBody(ids);
			const wanted = { ...body, aeroclub: "Aeroklub Mezihoří", glider: { ...glider, startNumber: "Q9" } };
			await app.api("PUT", "/api/registration", wanted, { as: { id: made.pilot } });
			const [entry] = await databaseOf().select().from(registrations).where(eq(registrations.id, made.entry));
			const fields = { intent: "accept-change", entry: made.entry, version: String(entry?.version) };
			return app.post("/starting-list", fields, { as: admin });
		},
	},
	{
		useCase: "importGliderTypes",
		what: "an index of a glider type",
		table: "glider_types",
		seenAt: () => ["/starting-list", "/api/registration/form"],
		make: (app, { admin }) =>
			app.post(
				"/admin/glider-types",
				multipart({ intent: "import", list: "name,index,competitionClassType\nLS 4,101.9,club" }),
				{ as: admin },
			),
	},
];
