import { z } from "zod";
import { may } from "~/lib/access";
import type { StaffCtx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { first, read } from "~/lib/db/read.server";
import { fieldErrorsOf } from "~/lib/forms/parse-form";
import { type Call, forAll, forStaff } from "~/lib/http/api-call.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { complaintText } from "~/lib/i18n/message";
import { done, type Refusal, type Result, refuse } from "~/lib/result";
import type { FileComplaint } from "~db/schema";
import { addDraft } from "./add-draft.server";
import { cancelTask } from "./cancel-task.server";
import { changeTask } from "./change-task.server";
import { largestTaskFile, readTaskFile } from "./files/read-task-file";
import { unpackCupx } from "./files/unpack-cupx";
import { publishTask } from "./publish-task.server";
import { taskJson, toTaskJson } from "./task-json";
import { type FileTask, fileTaskSchema, taskChangeSchema, taskInputSchema } from "./task-schema";
import { taskById, tasksInForce, tasksOfDay } from "./tasks-queries.server";

/** What the client should look at before it publishes the version. */
const warned = taskJson.extend({
	warnings: z.array(z.object({ reason: z.literal("usualZones"), msg: z.string() })),
});
const forTasks = forStaff("tasks");

/** Calls about tasks. */
export const taskCalls: readonly Call[] = [
	// The id is that of a day here, and that of a version below.
	forAll("GET /api/tasks/{id}", {
		summary: "Tasks of a day by its id: the versions in force, for organisers all versions",
		cached: true,
		response: z.array(taskJson),
		refusals: ["not-found"],
		run: async ({ ctx, params }) => {
			const query = may(ctx, "tasks") ? tasksOfDay(ctx.db, params.id) : tasksInForce(ctx.db, params.id);
			const { day, rows } = await read(ctx.db, { day: first(dayById(ctx.db, params.id)), rows: query });
			return day ? done(rows.map((row) => toTaskJson(ctx, row))) : refuse("not-found");
		},
	}),
	forTasks("PATCH /api/tasks/{id}", {
		summary: "Change, publish or cancel a version of a task by its id",
		body: taskChangeSchema,
		response: taskJson,
		refusals: ["not-found", "stale", "task-published", "results-closed", "days-locked"],
		run: async ({ ctx, params, body }) => {
			const changed = await change(ctx, params.id, body);
			if (!changed.ok) return changed;
			const [row] = await taskById(ctx.db, params.id);
			return row ? done(toTaskJson(ctx, row)) : refuse("not-found");
		},
	}),
	forAll("GET /api/tasks/task/{taskId}", {
		summary: "A version of a task; what was never published is for organisers",
		cached: true,
		response: taskJson,
		refusals: ["not-found"],
		run: async ({ ctx, params }) => {
			const [row] = await taskById(ctx.db, params.taskId);
			if (!row || (row.publishedAt === null && !may(ctx, "tasks"))) return refuse("not-found");
			return done(toTaskJson(ctx, row));
		},
	}),
	forTasks("PUT /api/tasks/{dayId}/{classId}", {
		summary: "Add a version of the task of a class on a day, as a file or as JSON; it is a draft",
		status: 201,
		body: taskInputSchema,
		upload: ["task", "index"],
		response: warned,
		refusals: ["invalid-fields", "not-found", "stale"],
		run: async ({ ctx, params, body }) => {
			const [day] = await dayById(ctx.db, params.dayId);
			if (!day) return refuse("not-found");
			const isFile = body instanceof FormData;
			const stated = isFile ? await taskOfFile(body, day.date) : done({ task: body, hasZones: true });
			if (!stated.ok) return stated;
			const draft = await addDraft(ctx, params, stated.value.task, { from: isFile ? "file" : "client" });
			if (!draft.ok) return draft;
			const [row] = await taskById(ctx.db, draft.value.id);
			if (!row) return refuse("not-found");
			const msg = textsOf("en").t("task.file.usualZones");
			return done({
				...toTaskJson(ctx, row),
				warnings: stated.value.hasZones ? [] : [{ reason: "usualZones" as const, msg }],
			});
		},
	}),
];

/** Changes a version. One that is published gets the settings that come with it. */
async function change(
	ctx: StaffCtx<"tasks">,
	id: string,
	{ published, cancelled, ...settings }: z.infer<typeof taskChangeSchema>,
): Promise<Result<null>> {
	const hasSettings = Object.values(settings).some((setting) => setting !== undefined);
	if (cancelled) return cancelTask(ctx, id, null);
	if (published) return publishTask(ctx, id, null, hasSettings ? settings : null);
	return hasSettings ? changeTask(ctx, id, settings, null) : done(null);
}

function refuseFile(detail: string): Refusal<"invalid-fields"> {
	return { ...refuse("invalid-fields"), detail };
}

/** The first complaint with its line, as clients show no other. */
function refuseLine({ line, complaint }: FileComplaint): Refusal<"invalid-fields"> {
	if (line === null) return refuseFile(complaint);
	const text = encodeURIComponent(complaintText(textsOf("en").t, complaint));
	return refuseFile(`task.file.line?line=${line}&text=${text}`);
}

interface StatedTask {
	readonly task: FileTask;
	/** False where the file states no zones, and the usual ones were taken. */
	readonly hasZones: boolean;
}

/** The task of a file; `index` chooses one of several, from 0. @param date local day of the task */
async function taskOfFile(form: FormData, date: string): Promise<Result<StatedTask, "invalid-fields">> {
	const [file, index] = [form.get("task"), form.get("index") || null];
	if (!(file instanceof File) || file.size === 0)
		return refuse("invalid-fields", { task: "task.file.missing" });
	if (file.size > largestTaskFile) return refuse("invalid-fields", { task: "task.file.tooLarge" });
	const cup = await unpackCupx(new Uint8Array(await file.arrayBuffer()), largestTaskFile);
	if (!cup.ok) return refuseFile(cup.complaint);
	const { tasks, complaints } = readTaskFile(cup.bytes, date);
	const isChosen = index !== null || tasks.length === 1;
	const found = isChosen ? tasks[Number(index ?? 0)] : undefined;
	if (!found && tasks.length > 0) {
		const names = tasks.map(({ name }, number) => `${number} ${name}`).join(", ");
		return refuseFile(`task.file.several?text=${encodeURIComponent(names)}`);
	}
	if (!found) return refuseLine(complaints[0] ?? { line: null, complaint: "task.file.notATask" });
	const parsed = fileTaskSchema.safeParse(found);
	return parsed.success
		? done({ task: parsed.data, hasZones: found.hasZones })
		: refuse("invalid-fields", fieldErrorsOf(parsed.error));
}
