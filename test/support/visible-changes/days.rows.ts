import { eq } from "drizzle-orm";
import { competitorStatuses, outlandings } from "~db/schema";
import { databaseOf } from "../factories";
import { dayPage, type VisibleChange } from "./changed-world";

const days = ["/api/days", "/calendar.ics"];

/** Days, their statuses and their tracking. */
export const rows: readonly VisibleChange[] = [
	{
		useCase: "addDay",
		what: "a competition day",
		table: "competition_days",
		seenAt: () => days,
		make: (app, { admin }) =>
			app.api("POST", "/api/days", { name: "Rezervní den", date: "2025-07-27" }, { as: admin }),
	},
	{
		useCase: "updateDay",
		what: "a day gets its task",
		table: "competition_days",
		seenAt: ({ dayId }) => ["/", dayPage, ...days, "/statuses", `/api/competitorstatuses/${dayId}`],
		make: (app, { admin, dayId }) => app.api("PUT", `/api/days/${dayId}`, { task: "TASK" }, { as: admin }),
	},
	{
		useCase: "makeStatuses",
		what: "the rows of a day",
		table: "competitor_statuses",
		seenAt: ({ otherDayId }) => [
			"/statuses?day=2025-07-14",
			"/statuses?day=2025-07-14&view=board",
			`/api/competitorstatuses/${otherDayId}`,
		],
		make: (app, { admin, otherDayId }) =>
			app.api("POST", "/api/competitorstatuses", { day: otherDayId }, { as: admin }),
	},
	{
		useCase: "launchClass",
		what: "a class is in the air",
		table: "competitor_statuses",
		seenAt: ({ dayId }) => [
			"/",
			dayPage,
			"/statuses",
			"/statuses?view=board",
			`/api/competitorstatuses/${dayId}`,
		],
		make: (app, { admin, dayId }) =>
			app.post("/statuses?duty=on", { intent: "launch", day: dayId, class: "club" }, { as: admin }),
	},
	{
		useCase: "trySetStatus",
		what: "a competitor is home",
		table: "competitor_statuses",
		seenAt: ({ dayId }) => [
			"/",
			dayPage,
			"/statuses",
			"/statuses?view=board",
			`/api/competitorstatuses/${dayId}`,
		],
		make: async (app, { admin, dayId, other }) => {
			const rows = await databaseOf()
				.select()
				.from(competitorStatuses)
				.where(eq(competitorStatuses.dayId, dayId));
			// The other one lands out below.
			const row = rows.find(({ registrationId }) => registrationId !== other.id);
			return app.api("PUT", `/api/competitorstatuses/${row?.id}`, { status: "HOME" }, { as: admin });
		},
	},
	{
		useCase: "reportOutlanding",
		what: "a pilot is out",
		table: "outlandings",
		seenAt: () => ["/outlandings"],
		make: (app, { admin, dayId, other }) =>
			app.post(
				"/outlandings/report",
				{ pilot: other.id, day: dayId, position: "49.7311, 15.2022", condition: "well" },
				{ as: admin },
			),
	},
	{
		useCase: "changeReport",
		what: "a pilot is back from a field",
		table: "outlandings",
		seenAt: () => ["/outlandings"],
		make: async (app, { admin }) => {
			const [report] = await databaseOf().select().from(outlandings);
			const fields = { intent: "state", id: report?.id ?? "", state: "back", seen: "reported" };
			return app.post("/outlandings", fields, { as: admin });
		},
	},
	{
		useCase: "drawGrid",
		what: "a launch order is drawn",
		table: "grids",
		seenAt: () => ["/grid"],
		make: (app, { admin, dayId }) =>
			app.post(
				"/grid",
				{ intent: "draw", day: dayId, class: "club", order: "lot", width: "3" },
				{ as: admin },
			),
	},
	{
		useCase: "launchTogether",
		what: "a row launches",
		table: "grid_pilots",
		seenAt: () => ["/grid"],
		make: (app, { admin, dayId, other }) =>
			app.post("/grid", { intent: "launch-row", day: dayId, class: "club", pilots: other.id }, { as: admin }),
	},
	{
		useCase: "setLaunches",
		what: "a launch is taken back",
		table: "grid_pilots",
		seenAt: () => ["/grid"],
		make: (app, { admin, dayId, other }) =>
			app.post("/grid", { day: dayId, pilot: other.id, launches: "0", seen: "1" }, { as: admin }),
	},
	{
		useCase: "changePilot",
		what: "a competitor does not fly",
		table: "grid_pilots",
		seenAt: () => ["/grid"],
		make: (app, { admin, dayId, other }) =>
			app.post("/grid", { intent: "scratch", day: dayId, pilot: other.id, reason: "ill" }, { as: admin }),
	},
	{
		useCase: "addReserve",
		what: "a reserve is added to a day",
		table: "competitor_statuses",
		seenAt: ({ dayId }) => [dayPage, "/statuses", "/statuses?view=board", `/api/competitorstatuses/${dayId}`],
		make: (app, { admin, dayId, reserve }) =>
			app.post("/statuses", { intent: "add-reserve", day: dayId, reserve: reserve.id }, { as: admin }),
	},
	{
		useCase: "removeReserve",
		what: "a reserve is removed from a day",
		table: "competitor_statuses",
		seenAt: ({ dayId }) => ["/statuses", "/statuses?view=board", `/api/competitorstatuses/${dayId}`],
		make: (app, { admin, dayId, reserve }) =>
			app.post("/statuses", { intent: "remove-reserve", day: dayId, reserve: reserve.id }, { as: admin }),
	},
	{
		useCase: "setTracking",
		what: "a tracking link",
		table: "tracking_entries",
		seenAt: ({ dayId }) => ["/", "/contacts", `/api/tracking/${dayId}`],
		make: (app, { admin, dayId, ids }) =>
			app.api(
				"POST",
				`/api/tracking/${dayId}/${ids.club}`,
				{ taskUrl: "https://tracking.example.com/club" },
				{ as: admin },
			),
	},
	{
		useCase: "removeTracking",
		what: "a tracking link is gone",
		table: "tracking_entries",
		seenAt: ({ dayId }) => ["/", "/contacts", `/api/tracking/${dayId}`],
		make: (app, { admin, dayId, ids }) =>
			app.api("DELETE", `/api/tracking/${dayId}/${ids.club}`, undefined, { as: admin }),
	},
];
