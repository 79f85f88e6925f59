import { igcFile } from "~db/demo/igc-generator";
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
];
