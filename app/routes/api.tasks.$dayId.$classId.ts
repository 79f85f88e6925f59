import { z } from "zod";
import { dayById } from "~/lib/days/days-queries.server";
import { fieldErrorsOf } from "~/lib/forms/parse-form";
import { endpoint, forAdmins } from "~/lib/http/api-call.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { complaintText } from "~/lib/i18n/message";
import { done, type Refusal, type Result, refuse } from "~/lib/result";
import { addDraft } from "~/lib/tasks/add-draft.server";
import { largestTaskFile, readTaskFile } from "~/lib/tasks/files/read-task-file";
import { unpackCupx } from "~/lib/tasks/files/unpack-cupx";
import { taskJson, toTaskJson } from "~/lib/tasks/task-json";
import { type FileTask, fileTaskSchema, taskInputSchema } from "~/lib/tasks/task-schema";
import { taskById } from "~/lib/tasks/tasks-queries.server";
import type { FileComplaint } from "~db/schema";

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

/** What the client should look at before it publishes the version. */
const warned = taskJson.extend({
	warnings: z.array(z.object({ reason: z.literal("usualZones"), msg: z.string() })),
});

const { loader, action } = endpoint({
	PUT: forAdmins({
		summary: "Add a version of the task of a class on a day, as a file or as JSON; it is a draft",
		status: 201,
		body: taskInputSchema,
		upload: ["task", "index"],
		response: warned,
		refusals: ["invalid-fields", "not-found", "stale"],
		run: async ({ ctx, params, body }) => {
			const [day] = await dayById(ctx.db, params.dayId ?? "");
			if (!day) return refuse("not-found");
			const isFile = body instanceof FormData;
			const stated = isFile ? await taskOfFile(body, day.date) : done({ task: body, hasZones: true });
			if (!stated.ok) return stated;
			const place = { dayId: day.id, classId: params.classId ?? "" };
			const draft = await addDraft(ctx, place, stated.value.task, { from: isFile ? "file" : "client" });
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
});

export { action, loader };
