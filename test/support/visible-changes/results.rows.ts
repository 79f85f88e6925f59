import { competitionDays } from "~db/schema";
import { databaseOf } from "../factories";
import { dayPage, multipart, type VisibleChange } from "./changed-world";

/** Imported results, and those of SoaringSpot. */
export const rows: readonly VisibleChange[] = [
	{
		useCase: "importResults",
		what: "results of a class and day",
		table: "daily_results",
		seenAt: ({ dayId, ids }) => [
			"/",
			dayPage,
			"/results",
			"/results?view=total",
			"/api/results/top",
			"/api/results/daily/filters",
			`/api/results/total/${ids.club}`,
			`/api/results/daily/${ids.club}/${dayId}`,
		],
		make: (app, { admin, dayId, ids }) =>
			app.post(
				"/admin/results",
				multipart({
					intent: "import",
					competitionClass: ids.club,
					day: dayId,
					status: "official",
					replaces: "none",
					text: "name,points\nAdam Zkušební,812",
				}),
				{ as: admin },
			),
	},
	{
		useCase: "followSource",
		what: "results go back to their source",
		table: "result_sheets",
		// Where the rows come from next is no text of a page.
		seenAt: () => [],
		make: (app, { admin, dayId, ids }) =>
			app.post("/admin/results", multipart({ intent: "follow", competitionClass: ids.club, day: dayId }), {
				as: admin,
			}),
	},
	{
		useCase: "writePlan",
		what: "results from SoaringSpot",
		byTheClock: true,
		table: "daily_results",
		seenAt: ({ dayId, otherDayId, ids }) => [
			"/results",
			"/api/results/top",
			`/api/results/daily/${ids.club}/${otherDayId}`,
			`/api/results/daily/${ids.club}/${dayId}`,
		],
		make: async (app, { admin }) => {
			await databaseOf().update(competitionDays).set({ task: "TASK" });
			return app.post("/admin/results", multipart({ intent: "sync" }), { as: admin });
		},
	},
];
