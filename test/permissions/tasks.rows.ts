import { statedTask } from "~test/support/stated-task";
import { admins, everybody, type MatrixRow, row, type World } from "./row";

const date = "2025-07-12";
const place = ({ dayId, classId }: World) => `/api/tasks/${dayId}/${classId}`;

function upload() {
	const form = new FormData();
	form.set("intent", "upload");
	form.set("task", new File(["<!doctype html>"], "task.cup"));
	return form;
}

const files = ["cup", "tsk", "xctsk"] as const;

export const rows: readonly MatrixRow[] = [
	row("GET", "routes/tasks.$day", "the page of a day", `/tasks/${date}`, everybody(200)),
	row(
		"GET",
		"routes/tasks_.$taskId.sheet",
		"the sheet of an absent task",
		"/tasks/{absentId}/sheet",
		everybody(404),
	),
	...files.map((format) =>
		row(
			"GET",
			`routes/tasks_.$taskId[.]${format}`,
			"the file of an absent task",
			`/tasks/{absentId}.${format}`,
			everybody(404),
		),
	),
	row(
		"GET",
		"routes/tasks_.$day.$class[.]tsk",
		"the file of a class without a task",
		`/tasks/${date}/club.tsk`,
		everybody(404),
	),
	row("GET", "routes/admin_.tasks.$day.$class", "the page", `/admin/tasks/${date}/club`, admins(200)),
	row(
		"POST",
		"routes/admin_.tasks.$day.$class",
		"uploading what is no task",
		`/admin/tasks/${date}/club`,
		admins(400),
		upload,
	),
	row(
		"POST",
		"routes/admin_.tasks.$day.$class",
		"publishing an absent task",
		`/admin/tasks/${date}/club`,
		admins(303),
		({ absentId }) => ({ intent: "publish", id: absentId, revision: 1 }),
	),
	row(
		"GET",
		"routes/admin_.tasks.$day.$class_.build",
		"the page",
		`/admin/tasks/${date}/club/build`,
		admins(200),
	),
	row(
		"POST",
		"routes/admin_.tasks.$day.$class_.build",
		"saving a task without points",
		`/admin/tasks/${date}/club/build`,
		admins(400),
		{ intent: "save" },
	),
	row("GET", "routes/api.tasks.$id._index", "the tasks of a day", "/api/tasks/{dayId}", everybody(200)),
	row(
		"GET",
		"routes/api.tasks.$id._index",
		"the tasks of an absent day",
		"/api/tasks/{absentId}",
		everybody(404),
	),
	row(
		"PATCH",
		"routes/api.tasks.$id._index",
		"publishing an absent task",
		"/api/tasks/{absentId}",
		admins(404),
		{ published: true },
	),
	row("GET", "routes/api.tasks.task.$taskId", "an absent task", "/api/tasks/task/{absentId}", everybody(404)),
	row("PUT", "routes/api.tasks.$dayId.$classId", "a task as JSON", place, admins(201), () => statedTask()),
	row("PUT", "routes/api.tasks.$dayId.$classId", "a file that is no task", place, admins(400), upload),
];
