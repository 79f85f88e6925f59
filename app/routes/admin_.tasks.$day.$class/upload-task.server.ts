import type { ClassDay } from "~/lib/class-day";
import type { StaffCtx } from "~/lib/context";
import { fieldErrorsOf } from "~/lib/forms/parse-form";
import { formatKilometres } from "~/lib/i18n/format-number";
import { textsOf } from "~/lib/i18n/i18n.server";
import { complaintText } from "~/lib/i18n/message";
import { soaringSpotTask } from "~/lib/results/soaring-spot/soaring-spot-task.server";
import { addDraft } from "~/lib/tasks/add-draft.server";
import { inSentences } from "~/lib/tasks/check-task";
import { aboutPoint, complaintLines } from "~/lib/tasks/files/complaint-lines.server";
import type { FoundTask } from "~/lib/tasks/files/found-task";
import { largestTaskFile, readTaskFile } from "~/lib/tasks/files/read-task-file";
import { unpackCupx } from "~/lib/tasks/files/unpack-cupx";
import { taskDistances } from "~/lib/tasks/task-distances";
import { type FileTask, fileTaskSchema } from "~/lib/tasks/task-schema";
import { hoursAndMinutes } from "~/lib/tasks/task-summary";

/** What the page says about an upload that made no draft: in words, as it has no bytes to spare for the texts of complaints. */
export interface UploadReply {
	/** Problems by line of the file, or by point. */
	readonly problems: readonly string[];
	/** Whether there is a task, which cannot be flown. */
	readonly isRefused: boolean;
	/** Tasks of a file that holds several, as JSON to be sent back. */
	readonly choices: readonly Choice[];
}

interface Choice {
	/** Name, kind, length, task time and points. */
	readonly label: string;
	readonly json: string;
}

export type Uploaded =
	| { readonly ok: true; readonly hasZones: boolean }
	| { readonly ok: false; readonly reply: UploadReply };

const failed = (problems: readonly string[], choices: UploadReply["choices"] = []): Uploaded => ({
	ok: false,
	reply: { problems, isRefused: false, choices },
});

const complain = (ctx: StaffCtx<"tasks">, complaint: string) =>
	failed(complaintLines([{ line: null, complaint }], ctx.language));

/**
 * Says what is wrong with a task, and what else its file says: who mends the file mends both.
 * @param refused complaints by path, such as `points.2.zone`
 * @param stated null when it is no task at all
 */
function refuse(
	{ language }: StaffCtx<"tasks">,
	refused: Readonly<Record<string, string>>,
	stated: Pick<FileTask, "points" | "droppedFromFile"> | null = null,
): Uploaded {
	const { t } = textsOf(language);
	const { points, droppedFromFile } = stated ?? { points: [], droppedFromFile: [] };
	const dropped = inSentences(droppedFromFile, points).map(({ point, complaint }) =>
		aboutPoint(t, points, point, complaintText(t, complaint)),
	);
	const problems = Object.entries(refused).map(([path, complaint]) => {
		const text = complaintText(t, complaint);
		const index = /^points\.(\d+)/.exec(path)?.[1];
		return aboutPoint(t, points, index === undefined ? null : Number(index), text);
	});
	return { ok: false, reply: { problems: [...problems, ...dropped], isRefused: true, choices: [] } };
}

/** Makes a draft of the only task of a file; asks when there are several. @param date local */
export async function uploadTaskFile(
	ctx: StaffCtx<"tasks">,
	classDay: ClassDay,
	file: FormDataEntryValue | null,
	date: string,
): Promise<Uploaded> {
	if (!(file instanceof File) || file.size === 0) return complain(ctx, "task.file.missing");
	if (file.size > largestTaskFile) return complain(ctx, "task.file.tooLarge");
	const cup = await unpackCupx(new Uint8Array(await file.arrayBuffer()), largestTaskFile);
	if (!cup.ok) return complain(ctx, cup.complaint);
	const { tasks, complaints } = readTaskFile(cup.bytes, date);
	const [only, ...others] = tasks;
	if (!only) return failed(complaintLines(complaints, ctx.language));
	if (others.length > 0)
		return failed(
			complaintLines(complaints, ctx.language),
			tasks.map((task) => toChoice(ctx, task)),
		);
	return addTask(ctx, classDay, only, only.hasZones);
}

/** Makes a draft of the task that SoaringSpot has. @param date local */
export async function takeSoaringSpotTask(
	ctx: StaffCtx<"tasks">,
	classDay: ClassDay,
	ours: { readonly name: string; readonly type: string },
	date: string,
): Promise<Uploaded> {
	const found = await soaringSpotTask(ctx, ours, date);
	return typeof found === "string" ? complain(ctx, found) : addTask(ctx, classDay, found, true);
}

function toChoice({ language }: StaffCtx<"tasks">, task: FoundTask): Choice {
	const { name, kind, taskTimeS, points } = task;
	// It is measured as a racing task: the extremes of a hundred area tasks take seconds.
	const scoring = { earth: "wgs84", subtractFinishRadius: false, ...task.scoring } as const;
	const { distanceM } = taskDistances({ kind: "RT", points, scoring });
	const { t } = textsOf(language);
	const length = `${kind} ${t("task.km", { value: formatKilometres(distanceM, language) })}`;
	return {
		label: t("taskChoice", {
			name: name || t("taskChoice.unnamed"),
			length: taskTimeS === null ? length : `${length}, ${hoursAndMinutes(taskTimeS)}`,
			points: points.map((point) => point.name).join(" – "),
		}),
		json: JSON.stringify(task),
	};
}

/** Characters: more than any choice that `toChoice` makes. */
const longestChoice = 64 * 1024;

/** Makes a draft of a task that was chosen among several. @param text JSON of a choice */
export async function addChosenTask(
	ctx: StaffCtx<"tasks">,
	classDay: ClassDay,
	text: string,
): Promise<Uploaded> {
	const choice = readChoice(text);
	if (!choice) return complain(ctx, "task.file.notATask");
	const { hasZones, ...stated } = choice;
	return addTask(ctx, classDay, stated, hasZones === true);
}

function readChoice(text: string): Readonly<Record<string, unknown>> | null {
	if (text.length > longestChoice) return null;
	try {
		const choice: unknown = JSON.parse(text);
		return typeof choice === "object" && choice !== null ? { ...choice } : null;
	} catch {
		return null;
	}
}

async function addTask(
	ctx: StaffCtx<"tasks">,
	classDay: ClassDay,
	stated: unknown,
	hasZones: boolean,
): Promise<Uploaded> {
	const parsed = fileTaskSchema.safeParse(stated);
	if (!parsed.success) return refuse(ctx, fieldErrorsOf(parsed.error));
	const result = await addDraft(ctx, classDay, parsed.data, { from: "file" });
	if (result.ok) return { ok: true, hasZones };
	if (!result.errors) return complain(ctx, `server.${result.reason}`);
	return refuse(ctx, result.errors, parsed.data);
}
