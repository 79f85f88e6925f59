import { multipart } from "~test/support/multipart";
import { admins, everybody, type Row, row } from "./row";

/** For everybody but admins the page does not exist. */
const hidden = (status: number) => ({ ...everybody(404), admin: status });

function upload(): FormData {
	return multipart({ document: new File(["Program"], `${crypto.randomUUID()}.txt`) });
}

function chart(): FormData {
	return multipart({
		kind: "waypoints",
		chart: new File([`"Les ${crypto.randomUUID()}","L",CZ,4930.000N,01552.000E`], "body.cup"),
	});
}

const item = () => ({ title: "Program", body: "Briefing v 9.30." });

export const rows: readonly Row[] = [
	row("GET /api/news", "the list", everybody(200)),
	row("POST /api/news", "adding an item", admins(201, "news"), item),
	row("DELETE /api/news/{absentId}", "deleting an absent item", admins(404, "news")),
	row("GET /news", "the page", everybody(200)),
	row("POST /news", "adding an item", admins(303, "news"), item),
	row("GET /news/{absentId}/delete", "asking whether to delete an absent item", admins(404, "news")),
	row("POST /news/{absentId}/delete", "deleting an absent item", admins(303, "news")),
	row("GET /news/{absentId}", "an absent item", everybody(404)),
	row("GET /news/{absentId}/edit", "editing an absent item", admins(404, "news")),
	row("POST /news/{absentId}/edit", "editing an absent item", admins(404, "news"), {
		...item(),
		version: "1",
	}),
	row("GET /news.atom", "the feed", everybody(200)),
	row("GET /api/documents", "the list", everybody(200)),
	row("POST /api/documents", "uploading one", admins(201, "documents"), upload),
	row("DELETE /api/documents/{absentId}", "deleting an absent one", admins(404, "documents")),
	row("GET /admin/waypoints-and-airspace", "the page", admins(200, "tasks")),
	row("POST /admin/waypoints-and-airspace", "a waypoint file", admins(303, "tasks"), chart),
	row("POST /admin/waypoints-and-airspace", "taking in a space of an absent one", admins(303, "tasks"), {
		...{ id: "{absentId}", takeIn: "Les" },
	}),
	row("GET /documents", "the page", everybody(200)),
	row("POST /documents", "uploading one", admins(303, "documents"), upload),
	row("GET /documents/{absentId}/delete", "asking whether to delete an absent one", admins(404, "documents")),
	row("POST /documents/{absentId}/delete", "deleting an absent one", admins(303, "documents")),
	row("GET /documents/{absentId}/edit", "moving an absent one", admins(404, "documents")),
	row("POST /documents/{absentId}/edit", "moving an absent one", admins(404, "documents"), {
		...{ name: "Program.pdf", folder: "rules" },
	}),
	row("GET /documents/{absentId}/propozice.pdf", "downloading an absent one", everybody(404)),
	row("GET /users", "the page", hidden(200)),
	row("POST /users", "a message to somebody", hidden(303), {
		to: "{pilot.id}",
		subject: "Briefing",
		body: "V 9.30.",
		step: "send",
	}),
	row("GET /admin/team", "the team", admins(200)),
	row("POST /admin/team", "inviting to a role", admins(303), {
		email: "{absentId}@example.com",
		role: "scorer",
	}),
	row("POST /admin/team", "another role for somebody who is not there", admins(303), {
		intent: "change",
		user: "{absentId}",
		seen: "scorer",
		role: "desk",
	}),
	row("POST /admin/team", "withdrawing an invitation there is none of", admins(303), {
		intent: "withdraw",
		id: "{absentId}",
	}),
	row("GET /admin/next-year", "the next year, where there is no draft", admins(404)),
	row("POST /admin/next-year", "opening the next year, where there is no draft", admins(404), {
		intent: "open",
	}),
	row(
		"POST /admin/team",
		"a link for signing up",
		{ ...admins(303), admin: 200 },
		{
			intent: "make-link",
			name: "Pilot",
		},
	),
	row("POST /admin/team", "withdrawing a link there is none of", admins(303), {
		intent: "withdraw-link",
		id: "{absentId}",
	}),
	row("GET /invitation/{absentId}", "an invitation nobody was sent", everybody(404)),
	row("POST /invitation/{absentId}", "accepting an invitation nobody was sent", everybody(404), {}),
	row("GET /admin", "the overview", admins(200, "overview")),
	row("POST /admin", "trying the jobs again that are set aside", admins(303)),
	...["mail", "audit", "erasures", "missing"].map((name) =>
		row(`GET /admin/${name}`, "the address of before", everybody(301)),
	),
	row("GET /admin/operations?view=mail", "the mails", admins(200)),
	row("POST /admin/operations?view=mail", "sending an absent mail again", admins(303), {
		mail: "{absentId}",
	}),
	row("GET /admin/mail/{absentId}", "an absent mail", admins(404)),
	row("POST /starting-list", "reminding of what is missing", admins(303, "payments"), { intent: "remind" }),
	row("GET /admin/operations?view=erasures", "what waits", admins(200)),
	row("POST /admin/operations?view=erasures", "objecting to one that there is not", admins(303), {
		erasure: "{absentId}",
		objection: "Why not",
	}),
	row("GET /admin/operations?view=audit", "the log", admins(200)),
	row("GET /logos/{absentId}.png", "an absent logo", everybody(404)),
	row("GET /admin/settings", "the groups", admins(200, "photos")),
	row("GET /admin/settings/photos", "the links to photographs", admins(200, "photos")),
	row("POST /admin/settings/photos", "setting a value again that there is not", admins(303, "photos"), {
		...{ restore: "photoGalleries", version: "99", seen: "0" },
	}),
	row("GET /admin/settings/texts", "a group", admins(200)),
	row("POST /admin/settings/texts", "setting a value again that there is not", admins(303), {
		...{ restore: "title", version: "99", seen: "0" },
	}),
];
