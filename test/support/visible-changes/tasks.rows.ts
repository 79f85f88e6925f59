import { and, eq } from "drizzle-orm";
import { charts, protests } from "~db/schema";
import { databaseOf } from "../factories";
import { statedTask } from "../stated-task";
import { change, date, dayPage, keep, type VisibleChange } from "./changed-world";

/** Tasks and their scores. */
export const rows: readonly VisibleChange[] = [
	change(
		"publishTask",
		"a task",
		"tasks",
		["/", dayPage, `/tasks/${date}`, `/tasks/${date}/club.tsk`, "/api/tasks/{dayId}"],
		async (app, { admin, dayId, ids, made }) => {
			const draft = await app.api("PUT", `/api/tasks/${dayId}/${ids.club}`, statedTask(), { as: admin });
			await keep(draft, ({ _id }) => {
				made.task = _id;
			});
			return app.api("PATCH", `/api/tasks/${made.task}`, { published: true }, { as: admin });
		},
	),
	change(
		"storeScores",
		"a decision of the scorer",
		"score_sheets",
		["/api/scoring/{dayId}/{ids.club}"],
		"PATCH /api/scoring/{dayId}/{ids.club}/{other.id}",
		{ override: { distanceM: 90_000, out: true }, reason: "Záznam se ztratil" },
	),
	change(
		"setDayState",
		"unofficial results",
		"score_sheets",
		["/api/scoring/{dayId}/{ids.club}"],
		"PATCH /api/scoring/{dayId}/{ids.club}",
		{ state: "unofficial", reason: "let pokračuje" },
	),
	change(
		"setProtestEnd",
		"another end of the protest time",
		"score_sheets",
		["/api/scoring/{dayId}/{ids.club}"],
		async (app, { admin, dayId, ids }) => {
			const scores = await app.api("GET", `/api/scoring/${dayId}/${ids.club}`, undefined, { as: admin });
			const { protestsUntil } = await scores.json<{ readonly protestsUntil: string }>();
			const fields = {
				intent: "protestEnd",
				seen: String(Date.parse(protestsUntil)),
				protestsUntil: "2025-07-15T22:00",
				protestsUntilReason: "Porota odjíždí",
			};
			return app.post(`/admin/scoring/${date}/club`, fields, { as: admin });
		},
	),
	change("fileProtest", "a protest", "protests", [], (app, { other }) =>
		app.post(`/protests/${date}/club`, { text: "Odlet byl otevřen pozdě" }, { as: { id: other.userId } }),
	),
	change("decideProtest", "what became of a protest", "protests", [], async (app, { admin }) => {
		const [filed] = await databaseOf().select().from(protests);
		const fields = { intent: "protest", protest: filed?.id ?? "", outcome: "rejected", reason: "Včas" };
		return app.post(`/admin/scoring/${date}/club`, fields, { as: admin });
	}),
	change(
		"decideClass",
		"the scores of a class are hidden",
		"score_sheets",
		["/api/scoring/{dayId}/{ids.club}"],
		"PATCH /api/scoring/{dayId}/{ids.club}",
		{ published: false, reason: "Chyba v úloze" },
	),
	change(
		"changeTask",
		"the briefing of a task",
		"tasks",
		[`/tasks/${date}`, "/tasks/{made.task}/sheet", "/api/tasks/task/{made.task}"],
		"PATCH /api/tasks/{made.task}",
		{ briefing: { note: "Pozor na výcvik" } },
	),
	change(
		"takeInAirspace",
		"flights are checked against a space",
		"charts",
		[dayPage],
		async (app, { admin }) => {
			const [chart] = await databaseOf()
				.select()
				.from(charts)
				.where(and(eq(charts.kind, "airspace"), eq(charts.inForce, true)));
			return app.post("/admin/waypoints-and-airspace", { id: chart?.id ?? "", takeIn: "Lom" }, { as: admin });
		},
	),
	change(
		"cancelTask",
		"a task is cancelled",
		"tasks",
		["/", dayPage, `/tasks/${date}`, `/tasks/${date}/club.tsk`, "/api/tasks/{dayId}"],
		"PATCH /api/tasks/{made.task}",
		{ cancelled: true },
	),
];
