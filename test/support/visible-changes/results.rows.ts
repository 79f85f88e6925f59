import { competitionDays } from "~db/schema";
import type { App } from "../app";
import { databaseOf } from "../factories";
import { type ChangedWorld, dayPage, multipart, type VisibleChange } from "./changed-world";

const importDay = (app: App, { admin, dayId, ids }: ChangedWorld) =>
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
	);

const changeTable = (app: App, { admin, dayId, ids }: ChangedWorld, intent: "follow" | "remove") =>
	app.post("/admin/results", multipart({ intent, competitionClass: ids.club, day: dayId }), { as: admin });

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
		make: importDay,
	},
	{
		useCase: "removeImport",
		what: "an import that is removed",
		table: "result_sheets",
		seenAt: ({ dayId, ids }) => ["/results", "/api/results/top", `/api/results/daily/${ids.club}/${dayId}`],
		make: (app, world) => changeTable(app, world, "remove"),
	},
	{
		useCase: "followSource",
		what: "results go back to their source",
		table: "result_sheets",
		// Where the rows come from next is no text of a page.
		seenAt: () => [],
		make: async (app, world) => {
			await importDay(app, world);
			return changeTable(app, world, "follow");
		},
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
