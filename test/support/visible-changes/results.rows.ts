import { competitionDays } from "~db/schema";
import type { App } from "../app";
import { databaseOf } from "../factories";
import { multipart } from "../multipart";
import { type ChangedWorld, change, dayPage, type VisibleChange } from "./changed-world";

const importDay = (app: App, { admin, dayId, ids }: ChangedWorld) =>
	app.post(
		"/admin/scoring",
		multipart({
			intent: "import",
			competitionClass: ids.club,
			day: dayId,
			status: "official",
			replaces: "none",
			text: "name,points\nAdam Zkušební,812",
		}),
		{ as: admin },
	);

const changeTable = (app: App, { admin, dayId, ids }: ChangedWorld, intent: "follow" | "remove") =>
	app.post("/admin/scoring", multipart({ intent, competitionClass: ids.club, day: dayId }), { as: admin });

/** Imported results, and those of SoaringSpot. */
export const rows: readonly VisibleChange[] = [
	change(
		"importResults",
		"results of a class and day",
		"daily_results",
		[
			"/",
			dayPage,
			"/results",
			"/results?view=total",
			"/api/results/top",
			"/api/results/daily/filters",
			"/api/results/total/{ids.club}",
			"/api/results/daily/{ids.club}/{dayId}",
		],
		importDay,
	),
	change(
		"removeImport",
		"an import that is removed",
		"result_sheets",
		["/results", "/api/results/top", "/api/results/daily/{ids.club}/{dayId}"],
		(app, world) => changeTable(app, world, "remove"),
	),
	change("followSource", "results go back to their source", "result_sheets", [], async (app, world) => {
		await importDay(app, world);
		return changeTable(app, world, "follow");
	}),
	{
		...change(
			"writePlan",
			"results from SoaringSpot",
			"daily_results",
			[
				"/results",
				"/api/results/top",
				"/api/results/daily/{ids.club}/{otherDayId}",
				"/api/results/daily/{ids.club}/{dayId}",
			],
			async (app, { admin }) => {
				await databaseOf().update(competitionDays).set({ task: "TASK" });
				return app.post("/admin/scoring", multipart({ intent: "sync" }), { as: admin });
			},
		),
		byTheClock: true,
	},
];
