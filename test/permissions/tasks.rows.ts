import { multipart } from "~test/support/multipart";
import { statedTask } from "~test/support/stated-task";
import { admins, everybody, type Row, row } from "./row";

const date = "2025-07-12";

function upload() {
	return multipart({ intent: "upload", task: new File(["<!doctype html>"], "task.cup") });
}

const files = ["cup", "tsk", "xctsk"] as const;

export const rows: readonly Row[] = [
	row(`GET /tasks/${date}`, "the page of a day", everybody(200)),
	row("GET /tasks/{absentId}/sheet", "the sheet of an absent task", everybody(404)),
	...files.map((format) =>
		row(`GET /tasks/{absentId}.${format}`, "the file of an absent task", everybody(404)),
	),
	row(`GET /tasks/${date}/club.tsk`, "the file of a class without a task", everybody(404)),
	row(`GET /admin/tasks/${date}/club`, "the page", admins(200, "tasks")),
	row(`POST /admin/tasks/${date}/club`, "uploading what is no task", admins(400, "tasks"), upload),
	row(`POST /admin/tasks/${date}/club`, "publishing an absent task", admins(303, "tasks"), {
		intent: "publish",
		id: "{absentId}",
		revision: 1,
	}),
	row(`GET /admin/tasks/${date}/club/build`, "the page", admins(200, "tasks")),
	row(`POST /admin/tasks/${date}/club/build`, "saving a task without points", admins(400, "tasks"), {
		intent: "save",
	}),
	row("GET /api/tasks/{dayId}", "the tasks of a day", everybody(200)),
	row("GET /api/tasks/{absentId}", "the tasks of an absent day", everybody(404)),
	row("PATCH /api/tasks/{absentId}", "publishing an absent task", admins(404, "tasks"), { published: true }),
	row("GET /api/tasks/task/{absentId}", "an absent task", everybody(404)),
	row("PUT /api/tasks/{dayId}/{classId}", "a task as JSON", admins(201, "tasks"), () => statedTask()),
	row("PUT /api/tasks/{dayId}/{classId}", "a file that is no task", admins(400, "tasks"), upload),
];
