import { multipart } from "~test/support/multipart";
import { igcFile } from "../../scripts/demo/igc-generator";
import { admins, everybody, type Row, row, type World } from "./row";

function flightLog({ registration, dayId }: World): FormData {
	return multipart({
		pilot: registration.id,
		day: dayId,
		igc: new File([igcFile({ date: "2025-07-12", fixes: 50 }) as BlobPart], "x.igc"),
	});
}

export const rows: readonly Row[] = [
	row("GET /api/igc/form", "the pilots", everybody(200)),
	row("POST /api/igc", "an upload", everybody(201), flightLog),
	row("GET /api/igc/{dayId}", "the flights of a day", admins(200, "logs")),
	row("GET /api/igc/{absentId}", "the flights of an absent day", admins(404, "logs")),
	row("PUT /api/igc/{absentId}", "the flags of an absent flight", admins(404, "logs"), { processed: true }),
	row(
		"GET /api/igc/file/{absentId}",
		"the bytes of an absent log without a signed link",
		admins(404, "logs"),
	),
	row(
		"GET /api/igc/archive/{absentId}",
		"the archive of an absent day without a signed link",
		admins(404, "logs"),
	),
	row("GET /api/igc/archive/{dayId}", "the archive of a day without a signed link", admins(200, "logs")),
	row("GET /igc", "the page", everybody(200)),
	row("POST /igc", "an upload", everybody(303), flightLog),
	row("POST /igc/upload", "an upload by script", everybody(201), flightLog),
	row("GET /igc/receipt/{absentId}", "an absent receipt", everybody(404)),
	row("POST /igc/receipt/{absentId}", "the move of an absent log to its day", everybody(404), {}),
	row("GET /igc/mine/{absentId}", "an absent log to confirm", everybody(404)),
	row("POST /igc/mine/{absentId}", "the confirmation of an absent log", everybody(404), {}),
	row("POST /igc/archive", "the archive of a day without flights", admins(303, "logs"), {
		day: "{absentId}",
	}),
	row("GET /admin/logs", "the address of before", everybody(301)),
	row("POST /igc?many", "logs to be matched", admins(303, "logs"), () => {
		return multipart({ logs: new File([igcFile({ date: "2025-07-12", fixes: 50 }) as BlobPart], "x.igc") });
	}),
	row(
		"POST /igc?many",
		"the storing of an absent file",
		admins(400, "logs"),
		({ absentId, registration, dayId }) => ({
			[`pilot-${absentId}`]: registration.id,
			[`day-${absentId}`]: dayId,
		}),
	),
	row("POST /igc?many", "that an absent log was not late", admins(303, "logs"), {
		intent: "inTime",
		log: "{absentId}",
	}),
	row("POST /igc/read", "a step where nothing is to be read", admins(303, "logs"), {}),
	row("GET /igc/{absentId}", "an absent flight", everybody(404)),
	...[
		"flags",
		"download",
		"restore",
		"reassign",
		"confirm",
		"unconfirm",
		"discard",
		"take-back",
		"unset-clock",
	].map((intent) =>
		row("POST /igc/{absentId}", `${intent} of an absent flight`, admins(404, "logs"), {
			intent,
			reason: "Another glider",
			processed: "on",
			versionId: "{absentId}",
			seenVersionId: "{absentId}",
			seen: "3600",
			pilot: "{registration.id}",
			day: "{dayId}",
		}),
	),
	row("GET /days/1/replay?class=club", "the replay of a class", everybody(200)),
	row("GET /replays/{absentId}", "absent flights", everybody(404)),
	row("GET /pictures/flight/{absentId}.png", "the picture of a link that is not drawn", everybody(302)),
];
