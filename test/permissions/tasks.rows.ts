import { statedTask } from "~test/support/stated-task";
import { admins, everybody, type MatrixRow, type World } from "./row";

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
	{
		route: "routes/tasks.$day",
		what: "the page of a day",
		method: "GET",
		path: () => `/tasks/${date}`,
		expected: everybody(200),
	},
	{
		route: "routes/tasks_.$taskId.sheet",
		what: "the sheet of an absent task",
		method: "GET",
		path: ({ absentId }) => `/tasks/${absentId}/sheet`,
		expected: everybody(404),
	},
	...files.map(
		(format): MatrixRow => ({
			route: `routes/tasks_.$taskId[.]${format}`,
			what: "the file of an absent task",
			method: "GET",
			path: ({ absentId }) => `/tasks/${absentId}.${format}`,
			expected: everybody(404),
		}),
	),
	{
		route: "routes/tasks_.$day.$class[.]tsk",
		what: "the file of a class without a task",
		method: "GET",
		path: () => `/tasks/${date}/club.tsk`,
		expected: everybody(404),
	},
	{
		route: "routes/admin_.tasks.$day.$class",
		what: "the page",
		method: "GET",
		path: () => `/admin/tasks/${date}/club`,
		expected: admins(200),
	},
	{
		route: "routes/admin_.tasks.$day.$class",
		what: "uploading what is no task",
		method: "POST",
		path: () => `/admin/tasks/${date}/club`,
		body: upload,
		expected: admins(400),
	},
	{
		route: "routes/admin_.tasks.$day.$class",
		what: "publishing an absent task",
		method: "POST",
		path: () => `/admin/tasks/${date}/club`,
		body: ({ absentId }) => ({ intent: "publish", id: absentId, revision: 1 }),
		expected: admins(303),
	},
	{
		route: "routes/admin_.tasks.$day.$class_.build",
		what: "the page",
		method: "GET",
		path: () => `/admin/tasks/${date}/club/build`,
		expected: admins(200),
	},
	{
		route: "routes/admin_.tasks.$day.$class_.build",
		what: "saving a task without points",
		method: "POST",
		path: () => `/admin/tasks/${date}/club/build`,
		body: () => ({ intent: "save" }),
		expected: admins(400),
	},
	{
		route: "routes/api.tasks.$id._index",
		what: "the tasks of a day",
		method: "GET",
		path: ({ dayId }) => `/api/tasks/${dayId}`,
		expected: everybody(200),
	},
	{
		route: "routes/api.tasks.$id._index",
		what: "the tasks of an absent day",
		method: "GET",
		path: ({ absentId }) => `/api/tasks/${absentId}`,
		expected: everybody(404),
	},
	{
		route: "routes/api.tasks.$id._index",
		what: "publishing an absent task",
		method: "PATCH",
		path: ({ absentId }) => `/api/tasks/${absentId}`,
		body: () => ({ published: true }),
		expected: admins(404),
	},
	{
		route: "routes/api.tasks.task.$taskId",
		what: "an absent task",
		method: "GET",
		path: ({ absentId }) => `/api/tasks/task/${absentId}`,
		expected: everybody(404),
	},
	{
		route: "routes/api.tasks.$dayId.$classId",
		what: "a task as JSON",
		method: "PUT",
		path: place,
		body: () => statedTask(),
		expected: admins(201),
	},
	{
		route: "routes/api.tasks.$dayId.$classId",
		what: "a file that is no task",
		method: "PUT",
		path: place,
		body: upload,
		expected: admins(400),
	},
];
