import { igcFile } from "../../scripts/demo/igc-generator";
import { admins, everybody, type MatrixRow, type World } from "./row";

function flightLog({ registration, dayId }: World): FormData {
	const form = new FormData();
	form.set("pilot", registration.id);
	form.set("day", dayId);
	form.set("igc", new File([igcFile({ date: "2025-07-12", fixes: 50 }) as BlobPart], "x.igc"));
	return form;
}

export const rows: readonly MatrixRow[] = [
	{
		route: "routes/api.igc.form",
		what: "the pilots",
		method: "GET",
		path: () => "/api/igc/form",
		expected: everybody(200),
	},
	{
		route: "routes/api.igc._index",
		what: "an upload",
		method: "POST",
		path: () => "/api/igc",
		body: flightLog,
		expected: everybody(201),
	},
	{
		route: "routes/api.igc.$id",
		what: "the flights of a day",
		method: "GET",
		path: ({ dayId }) => `/api/igc/${dayId}`,
		expected: admins(200),
	},
	{
		route: "routes/api.igc.$id",
		what: "the flights of an absent day",
		method: "GET",
		path: ({ absentId }) => `/api/igc/${absentId}`,
		expected: admins(404),
	},
	{
		route: "routes/api.igc.$id",
		what: "the flags of an absent flight",
		method: "PUT",
		path: ({ absentId }) => `/api/igc/${absentId}`,
		body: () => ({ processed: true }),
		expected: admins(404),
	},
	{
		route: "routes/api.igc.file.$versionId",
		what: "the bytes of an absent log without a signed link",
		method: "GET",
		path: ({ absentId }) => `/api/igc/file/${absentId}`,
		expected: admins(404),
	},
	{
		route: "routes/api.igc.archive.$dayId",
		what: "the archive of an absent day without a signed link",
		method: "GET",
		path: ({ absentId }) => `/api/igc/archive/${absentId}`,
		expected: admins(404),
	},
	{
		route: "routes/igc._index",
		what: "the page",
		method: "GET",
		path: () => "/igc",
		expected: everybody(200),
	},
	{
		route: "routes/igc._index",
		what: "an upload",
		method: "POST",
		path: () => "/igc",
		body: flightLog,
		expected: everybody(303),
	},
	{
		route: "routes/igc.upload",
		what: "an upload by script",
		method: "POST",
		path: () => "/igc/upload",
		body: flightLog,
		expected: everybody(201),
	},
	{
		route: "routes/igc.receipt.$versionId",
		what: "an absent receipt",
		method: "GET",
		path: ({ absentId }) => `/igc/receipt/${absentId}`,
		expected: everybody(404),
	},
	{
		route: "routes/igc.receipt.$versionId",
		what: "the move of an absent log to its day",
		method: "POST",
		path: ({ absentId }) => `/igc/receipt/${absentId}`,
		body: () => ({}),
		expected: everybody(404),
	},
	{
		route: "routes/igc.mine.$versionId",
		what: "an absent log to confirm",
		method: "GET",
		path: ({ absentId }) => `/igc/mine/${absentId}`,
		expected: everybody(404),
	},
	{
		route: "routes/igc.mine.$versionId",
		what: "the confirmation of an absent log",
		method: "POST",
		path: ({ absentId }) => `/igc/mine/${absentId}`,
		body: () => ({}),
		expected: everybody(404),
	},
	{
		route: "routes/igc.archive",
		what: "the archive of a day without flights",
		method: "POST",
		path: () => "/igc/archive",
		body: ({ absentId }) => ({ day: absentId }),
		expected: admins(303),
	},
	{
		route: "routes/admin.logs",
		what: "the logs to be matched",
		method: "GET",
		path: () => "/admin/logs",
		expected: admins(200),
	},
	{
		route: "routes/admin.logs",
		what: "logs to be matched",
		method: "POST",
		path: () => "/admin/logs",
		body: () => {
			const form = new FormData();
			form.append("logs", new File([igcFile({ date: "2025-07-12", fixes: 50 }) as BlobPart], "x.igc"));
			return form;
		},
		expected: admins(303),
	},
	{
		route: "routes/admin.logs",
		what: "the storing of an absent file",
		method: "POST",
		path: () => "/admin/logs",
		body: ({ absentId, registration, dayId }) => ({
			[`pilot-${absentId}`]: registration.id,
			[`day-${absentId}`]: dayId,
		}),
		expected: admins(400),
	},
	{
		route: "routes/igc.$igcFileId",
		what: "an absent flight",
		method: "GET",
		path: ({ absentId }) => `/igc/${absentId}`,
		expected: everybody(404),
	},
	...["flags", "download", "restore", "reassign", "confirm", "unconfirm", "discard", "take-back"].map(
		(intent): MatrixRow => ({
			route: "routes/igc.$igcFileId",
			what: `${intent} of an absent flight`,
			method: "POST",
			path: ({ absentId }) => `/igc/${absentId}`,
			body: ({ absentId, registration, dayId }) => ({
				intent,
				reason: "Another glider",
				processed: "on",
				versionId: absentId,
				seenVersionId: absentId,
				pilot: registration.id,
				day: dayId,
			}),
			expected: admins(404),
		}),
	),
	{
		route: "routes/days_.$n.replay",
		what: "the replay of a class",
		method: "GET",
		path: () => "/days/1/replay?class=club",
		expected: everybody(200),
	},
	{
		route: "routes/replays.$digest",
		what: "absent flights",
		method: "GET",
		path: ({ absentId }) => `/replays/${absentId}`,
		expected: everybody(404),
	},
];
