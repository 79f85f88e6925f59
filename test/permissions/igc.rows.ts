import { igcFile } from "../../scripts/demo/igc-generator";
import { admins, everybody, type MatrixRow, row, type World } from "./row";

function flightLog({ registration, dayId }: World): FormData {
	const form = new FormData();
	form.set("pilot", registration.id);
	form.set("day", dayId);
	form.set("igc", new File([igcFile({ date: "2025-07-12", fixes: 50 }) as BlobPart], "x.igc"));
	return form;
}

export const rows: readonly MatrixRow[] = [
	row("GET", "routes/api.igc.form", "the pilots", "/api/igc/form", everybody(200)),
	row("POST", "routes/api.igc._index", "an upload", "/api/igc", everybody(201), flightLog),
	row("GET", "routes/api.igc.$id", "the flights of a day", "/api/igc/{dayId}", admins(200)),
	row("GET", "routes/api.igc.$id", "the flights of an absent day", "/api/igc/{absentId}", admins(404)),
	row("PUT", "routes/api.igc.$id", "the flags of an absent flight", "/api/igc/{absentId}", admins(404), {
		processed: true,
	}),
	row(
		"GET",
		"routes/api.igc.file.$versionId",
		"the bytes of an absent log without a signed link",
		"/api/igc/file/{absentId}",
		admins(404),
	),
	row(
		"GET",
		"routes/api.igc.archive.$dayId",
		"the archive of an absent day without a signed link",
		"/api/igc/archive/{absentId}",
		admins(404),
	),
	row("GET", "routes/igc._index", "the page", "/igc", everybody(200)),
	row("POST", "routes/igc._index", "an upload", "/igc", everybody(303), flightLog),
	row("POST", "routes/igc.upload", "an upload by script", "/igc/upload", everybody(201), flightLog),
	row("GET", "routes/igc.receipt.$versionId", "an absent receipt", "/igc/receipt/{absentId}", everybody(404)),
	row(
		"POST",
		"routes/igc.receipt.$versionId",
		"the move of an absent log to its day",
		"/igc/receipt/{absentId}",
		everybody(404),
		{},
	),
	row(
		"GET",
		"routes/igc.mine.$versionId",
		"an absent log to confirm",
		"/igc/mine/{absentId}",
		everybody(404),
	),
	row(
		"POST",
		"routes/igc.mine.$versionId",
		"the confirmation of an absent log",
		"/igc/mine/{absentId}",
		everybody(404),
		{},
	),
	row(
		"POST",
		"routes/igc.archive",
		"the archive of a day without flights",
		"/igc/archive",
		admins(303),
		({ absentId }) => ({ day: absentId }),
	),
	row("GET", "routes/admin.logs", "the logs to be matched", "/admin/logs", admins(200)),
	row("POST", "routes/admin.logs", "logs to be matched", "/admin/logs", admins(303), () => {
		const form = new FormData();
		form.append("logs", new File([igcFile({ date: "2025-07-12", fixes: 50 }) as BlobPart], "x.igc"));
		return form;
	}),
	row(
		"POST",
		"routes/admin.logs",
		"the storing of an absent file",
		"/admin/logs",
		admins(400),
		({ absentId, registration, dayId }) => ({
			[`pilot-${absentId}`]: registration.id,
			[`day-${absentId}`]: dayId,
		}),
	),
	row("GET", "routes/igc.$igcFileId", "an absent flight", "/igc/{absentId}", everybody(404)),
	...["flags", "download", "restore", "reassign", "confirm", "unconfirm", "discard", "take-back"].map(
		(intent) =>
			row(
				"POST",
				"routes/igc.$igcFileId",
				`${intent} of an absent flight`,
				"/igc/{absentId}",
				admins(404),
				({ absentId, registration, dayId }) => ({
					intent,
					reason: "Another glider",
					processed: "on",
					versionId: absentId,
					seenVersionId: absentId,
					pilot: registration.id,
					day: dayId,
				}),
			),
	),
	row("GET", "routes/days_.$n.replay", "the replay of a class", "/days/1/replay?class=club", everybody(200)),
	row("GET", "routes/replays.$digest", "absent flights", "/replays/{absentId}", everybody(404)),
	row(
		"GET",
		"routes/pictures.$",
		"the picture of a link that is not drawn",
		"/pictures/flight/{absentId}.png",
		everybody(302),
	),
];
