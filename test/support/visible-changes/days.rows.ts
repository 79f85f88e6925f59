import { and, eq } from "drizzle-orm";
import { outlandings, pilotDays } from "~db/schema";
import { databaseOf } from "../factories";
import { change, dayPage, type VisibleChange } from "./changed-world";

const days = ["/api/days", "/calendar.ics"];

/** Days, their statuses and their tracking. */
export const rows: readonly VisibleChange[] = [
	change("addDay", "a competition day", "competition_days", days, "POST /api/days", {
		name: "Rezervní den",
		date: "2025-07-27",
	}),
	change(
		"updateDay",
		"a day gets its task",
		"competition_days",
		["/", dayPage, ...days, "/statuses", "/api/competitorstatuses/{dayId}"],
		"PUT /api/days/{dayId}",
		{ task: "TASK" },
	),
	change(
		"makeStatuses",
		"the rows of a day",
		"pilot_days",
		[
			"/statuses?day=2025-07-14",
			"/statuses?day=2025-07-14&view=board",
			"/api/competitorstatuses/{otherDayId}",
		],
		"POST /api/competitorstatuses",
		{ day: "{otherDayId}" },
	),
	change(
		"launchTogether",
		"a class is in the air",
		"pilot_days",
		["/", dayPage, "/statuses", "/statuses?view=board", "/api/competitorstatuses/{dayId}"],
		"POST /statuses?duty=on",
		{ intent: "launch", day: "{dayId}", class: "club" },
	),
	change(
		"undoLaunch",
		"a class is on the ground again",
		"pilot_days",
		["/", dayPage, "/statuses", "/statuses?view=board", "/api/competitorstatuses/{dayId}"],
		async (app, { admin, dayId }) => {
			const [row] = await databaseOf()
				.select()
				.from(pilotDays)
				.where(and(eq(pilotDays.dayId, dayId), eq(pilotDays.status, "FLYING")));
			const undo = String(row?.statusAt?.getTime());
			return app.post(
				"/statuses?duty=on",
				{ intent: "undo-launch", day: dayId, class: "club", undo },
				{ as: admin },
			);
		},
	),
	change(
		"trySetStatus",
		"a competitor is home",
		"pilot_days",
		["/", dayPage, "/statuses", "/statuses?view=board", "/api/competitorstatuses/{dayId}"],
		async (app, { admin, dayId, other }) => {
			const rows = await databaseOf().select().from(pilotDays).where(eq(pilotDays.dayId, dayId));
			// The other one lands out below.
			const row = rows.find(({ registrationId }) => registrationId !== other.id);
			return app.api("PUT", `/api/competitorstatuses/${row?.statusId}`, { status: "HOME" }, { as: admin });
		},
	),
	change("tryReport", "a pilot is out", "outlandings", ["/outlandings"], "POST /outlandings/report", {
		pilot: "{other.id}",
		day: "{dayId}",
		position: "49.7311, 15.2022",
		condition: "well",
	}),
	change(
		"changeReport",
		"a pilot is back from a field",
		"outlandings",
		["/outlandings"],
		async (app, { admin }) => {
			const [report] = await databaseOf().select().from(outlandings);
			const fields = { intent: "state", id: report?.id ?? "", state: "back", seen: "reported" };
			return app.post("/outlandings", fields, { as: admin });
		},
	),
	change("drawGrid", "a launch order is drawn", "grids", ["/grid"], "POST /grid", {
		intent: "draw",
		day: "{dayId}",
		class: "club",
		order: "lot",
		width: "3",
	}),
	change("launchTogether", "a row launches", "pilot_days", ["/grid"], "POST /grid", {
		intent: "launch-row",
		day: "{dayId}",
		class: "club",
		pilots: "{other.id}",
	}),
	change("setLaunches", "a launch is taken back", "pilot_days", ["/grid"], "POST /grid", {
		day: "{dayId}",
		pilot: "{other.id}",
		launches: "0",
		seen: "1",
	}),
	change("changePilot", "a competitor does not fly", "pilot_days", ["/grid"], "POST /grid", {
		intent: "scratch",
		day: "{dayId}",
		pilot: "{other.id}",
		reason: "ill",
	}),
	change(
		"addReserve",
		"a reserve is added to a day",
		"pilot_days",
		[dayPage, "/statuses", "/statuses?view=board", "/api/competitorstatuses/{dayId}"],
		"POST /statuses",
		{ intent: "add-reserve", day: "{dayId}", reserve: "{reserve.id}" },
	),
	change(
		"removeReserve",
		"a reserve is removed from a day",
		"pilot_days",
		["/statuses", "/statuses?view=board", "/api/competitorstatuses/{dayId}"],
		"POST /statuses",
		{ intent: "remove-reserve", day: "{dayId}", reserve: "{reserve.id}" },
	),
	change(
		"setTracking",
		"a tracking link",
		"tracking_entries",
		["/", "/contacts", "/api/tracking/{dayId}"],
		"POST /api/tracking/{dayId}/{ids.club}",
		{ taskUrl: "https://tracking.example.com/club" },
	),
	change(
		"removeTracking",
		"a tracking link is gone",
		"tracking_entries",
		["/", "/contacts", "/api/tracking/{dayId}"],
		"DELETE /api/tracking/{dayId}/{ids.club}",
	),
];
