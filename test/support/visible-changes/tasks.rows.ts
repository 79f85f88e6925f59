import { protests } from "~db/schema";
import { databaseOf } from "../factories";
import { statedTask } from "../stated-task";
import { date, dayPage, keep, type VisibleChange } from "./changed-world";

/** Tasks and their scores. */
export const rows: readonly VisibleChange[] = [
	{
		useCase: "publishTask",
		what: "a task",
		table: "tasks",
		seenAt: ({ dayId }) => ["/", dayPage, `/tasks/${date}`, `/tasks/${date}/club.tsk`, `/api/tasks/${dayId}`],
		make: async (app, { admin, dayId, ids, made }) => {
			const draft = await app.api("PUT", `/api/tasks/${dayId}/${ids.club}`, statedTask(), { as: admin });
			await keep(draft, ({ _id }) => {
				made.task = _id;
			});
			return app.api("PATCH", `/api/tasks/${made.task}`, { published: true }, { as: admin });
		},
	},
	{
		useCase: "storeScores",
		what: "a decision of the scorer",
		table: "score_sheets",
		seenAt: ({ dayId, ids }) => [`/api/scoring/${dayId}/${ids.club}`],
		make: (app, { admin, dayId, ids, other }) =>
			app.api(
				"PATCH",
				`/api/scoring/${dayId}/${ids.club}/${other.id}`,
				{ override: { distanceM: 90_000, out: true }, reason: "Záznam se ztratil" },
				{ as: admin },
			),
	},
	{
		useCase: "setDayState",
		what: "unofficial results",
		table: "score_sheets",
		seenAt: ({ dayId, ids }) => [`/api/scoring/${dayId}/${ids.club}`],
		make: (app, { admin, dayId, ids }) =>
			app.api("PATCH", `/api/scoring/${dayId}/${ids.club}`, { state: "unofficial" }, { as: admin }),
	},
	{
		useCase: "fileProtest",
		what: "a protest",
		table: "protests",
		seenAt: () => [],
		make: (app, { other }) =>
			app.post(`/protests/${date}/club`, { text: "Odlet byl otevřen pozdě" }, { as: { id: other.userId } }),
	},
	{
		useCase: "decideProtest",
		what: "what became of a protest",
		table: "protests",
		seenAt: () => [],
		make: async (app, { admin }) => {
			const [filed] = await databaseOf().select().from(protests);
			const fields = { intent: "protest", protest: filed?.id ?? "", outcome: "rejected", reason: "Včas" };
			return app.post(`/admin/scoring/${date}/club`, fields, { as: admin });
		},
	},
	{
		useCase: "decideClass",
		what: "the scores of a class are hidden",
		table: "score_sheets",
		seenAt: ({ dayId, ids }) => [`/api/scoring/${dayId}/${ids.club}`],
		make: (app, { admin, dayId, ids }) =>
			app.api(
				"PATCH",
				`/api/scoring/${dayId}/${ids.club}`,
				{ published: false, reason: "Chyba v úloze" },
				{ as: admin },
			),
	},
	{
		useCase: "changeTask",
		what: "the briefing of a task",
		table: "tasks",
		seenAt: ({ made }) => [`/tasks/${date}`, `/tasks/${made.task}/sheet`, `/api/tasks/task/${made.task}`],
		make: (app, { admin, made }) =>
			app.api("PATCH", `/api/tasks/${made.task}`, { briefing: { note: "Pozor na výcvik" } }, { as: admin }),
	},
	{
		useCase: "cancelTask",
		what: "a task is cancelled",
		table: "tasks",
		seenAt: ({ dayId }) => ["/", dayPage, `/tasks/${date}`, `/tasks/${date}/club.tsk`, `/api/tasks/${dayId}`],
		make: (app, { admin, made }) =>
			app.api("PATCH", `/api/tasks/${made.task}`, { cancelled: true }, { as: admin }),
	},
];
