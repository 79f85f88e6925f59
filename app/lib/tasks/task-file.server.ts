import type { Ctx } from "~/lib/context";
import { sha256Hex } from "~/lib/digest";
import { nameOfClass } from "~/lib/editions/classes";
import { contentDisposition, etagOf, matchesETag } from "~/lib/http/download.server";
import { plainPage } from "~/lib/http/plain-page.server";
import type { Edition } from "~editions/schema";
import { writeCup } from "./files/write-cup";
import { writeTsk } from "./files/write-tsk";
import { writeXctsk } from "./files/write-xctsk";
import { versionLetter } from "./task-content";
import type { TaskFormat } from "./task-paths";
import type { StoredTask } from "./tasks-queries.server";

const types: Readonly<Record<TaskFormat, string>> = {
	cup: "application/octet-stream",
	tsk: "application/xml; charset=utf-8",
	xctsk: "application/xctsk",
};

/**
 * Answers with the file of a task. Instruments and viewers of other sites read it, so every origin may. A task that was never
 * published is not found.
 * @param task undefined when there is no such task
 */
export async function answerTaskFile(
	{ language, edition }: Ctx,
	request: Request,
	task: StoredTask | undefined,
	format: TaskFormat,
): Promise<Response> {
	if (!task?.publishedAt) return plainPage({ language, reason: "not-found" });
	const text = textOf(task, format, edition);
	const etag = etagOf(await sha256Hex(text));
	const name = `${task.date}-${task.classType}-${versionLetter(task.number).toLowerCase()}.${format}`;
	const headers = {
		"Content-Type": types[format],
		"Content-Disposition": contentDisposition(name, "attachment"),
		"Access-Control-Allow-Origin": "*",
		"Cross-Origin-Resource-Policy": "cross-origin",
		"Cache-Control": "public, no-cache",
		"X-Content-Type-Options": "nosniff",
		ETag: etag,
	};
	return matchesETag(request, etag)
		? new Response(null, { status: 304, headers })
		: new Response(text, { headers });
}

function textOf(task: StoredTask, format: TaskFormat, edition: Edition): string {
	if (format === "cup") return writeCup(titleOf(task, edition), task);
	if (format === "tsk") return writeTsk(titleOf(task, edition), task, task.date);
	return writeXctsk(task, task.date, edition.airfield.elevation);
}

/** The title is in Czech for every reader, as all download the same file. */
function titleOf({ date, classType, number }: StoredTask, edition: Edition): string {
	return `${date} ${nameOfClass(edition, classType, "cs")} ${versionLetter(number)}`;
}
