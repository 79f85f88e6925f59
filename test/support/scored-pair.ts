import { beforeEach } from "vitest";
import { resultTables } from "~db/schema";
import { type App, createApp } from "./app";
import { createAdmin, databaseOf } from "./factories";
import { multipart } from "./multipart";
import { home, scoredClass, scoredTask, short } from "./scored-class";

interface Id {
	readonly id: string;
}

/** What tests read of the API's answer. */
interface ScoringAnswer extends Readonly<Record<string, unknown>> {
	readonly day: object;
	readonly rows: readonly (Readonly<Record<string, unknown>> & { readonly findings: readonly object[] })[];
}

/** The evening of the day after: its time for protests is over. */
export const nextEvening = createApp({ clock: "2025-07-16T18:00:01Z" });

export const pairAsCsv = "#;cn;points\n1;E2;1000\n2;A1;900\n";

/** A scored class, made anew before every test: Adamová (A1) has finished with 422 points, Evová (E2) is out with 86. */
export function scoredPair() {
	const scored = scoredClass();
	const path = () => `/api/scoring/${scored.day.id}/${scored.club}`;
	const pair = {
		scored,
		admin: { id: "" },
		adam: { id: "" },
		eva: { id: "" },

		/** The path of the class's scores in the API. */
		path,

		/** Decides about an entry by the API. */
		decide: (entry: Id, body: Readonly<Record<string, unknown>>) =>
			scored.app.api("PATCH", `${path()}/${entry.id}`, { reason: "Rozhodnuto", ...body }, { as: pair.admin }),

		penalise: (app = scored.app) =>
			app.api(
				"PATCH",
				`${path()}/${pair.adam.id}`,
				{ reason: "Vysoký odlet", penalties: [{ points: 10, text: "Vysoký odlet" }] },
				{ as: pair.admin },
			),

		/** Sends an import of official results of the class and day, over what there is. */
		async sendImport(app: App, fields: Readonly<Record<string, string | Blob>>) {
			const [table] = await databaseOf().select().from(resultTables);
			const form = multipart({
				intent: "import",
				competitionClass: scored.club,
				day: scored.day.id,
				status: "official",
				text: pairAsCsv,
				replaces: table ? String(table.updatedAt.getTime()) : "none",
				...fields,
			});
			return app.post("/admin/scoring", form, { as: pair.admin, language: "en" });
		},

		/** The API's answer. @param as visitors by default */
		read: async (as?: Id) =>
			(await (await scored.app.api("GET", path(), undefined, { as })).json()) as ScoringAnswer,
	};

	beforeEach(async () => {
		pair.admin = await createAdmin();
		await scored.publish(scoredTask);
		pair.adam = await scored.pilot("Adamová", "A1");
		pair.eva = await scored.pilot("Evová", "E2");
		await scored.fly(pair.adam, { hops: home });
		await scored.fly(pair.eva, { hops: short });
	});

	return pair;
}
