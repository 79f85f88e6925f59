import { admins, everybody, type MatrixRow, row } from "./row";

/** For everybody but admins the page does not exist. */
const hidden = (status: number) => ({ ...everybody(404), admin: status });

function upload(): FormData {
	const form = new FormData();
	form.set("document", new File(["Program"], `${crypto.randomUUID()}.txt`));
	return form;
}

function chart(): FormData {
	const form = new FormData();
	form.set("kind", "waypoints");
	form.set("chart", new File([`"Les ${crypto.randomUUID()}","L",CZ,4930.000N,01552.000E`], "body.cup"));
	return form;
}

const item = () => ({ title: "Program", body: "Briefing v 9.30." });

export const rows: readonly MatrixRow[] = [
	row("GET", "routes/api.news._index", "the list", "/api/news", everybody(200)),
	row("POST", "routes/api.news._index", "adding an item", "/api/news", admins(201), item),
	row("DELETE", "routes/api.news.$newsId", "deleting an absent item", "/api/news/{absentId}", admins(404)),
	row("GET", "routes/news", "the page", "/news", everybody(200)),
	row("POST", "routes/news", "adding an item", "/news", admins(303), item),
	row(
		"GET",
		"routes/news_.$newsId.delete",
		"asking whether to delete an absent item",
		"/news/{absentId}/delete",
		admins(404),
	),
	row(
		"POST",
		"routes/news_.$newsId.delete",
		"deleting an absent item",
		"/news/{absentId}/delete",
		admins(303),
	),
	row("GET", "routes/news[.]atom", "the feed", "/news.atom", everybody(200)),
	row("GET", "routes/api.documents._index", "the list", "/api/documents", everybody(200)),
	row("POST", "routes/api.documents._index", "uploading one", "/api/documents", admins(201), upload),
	row(
		"DELETE",
		"routes/api.documents.$documentId",
		"deleting an absent one",
		"/api/documents/{absentId}",
		admins(404),
	),
	row(
		"GET",
		"routes/admin_.waypoints-and-airspace",
		"the page",
		"/admin/waypoints-and-airspace",
		admins(200),
	),
	row(
		"POST",
		"routes/admin_.waypoints-and-airspace",
		"a waypoint file",
		"/admin/waypoints-and-airspace",
		admins(303),
		chart,
	),
	row("GET", "routes/documents", "the page", "/documents", everybody(200)),
	row("POST", "routes/documents", "uploading one", "/documents", admins(303), upload),
	row(
		"GET",
		"routes/documents_.$documentId.delete",
		"asking whether to delete an absent one",
		"/documents/{absentId}/delete",
		admins(404),
	),
	row(
		"POST",
		"routes/documents_.$documentId.delete",
		"deleting an absent one",
		"/documents/{absentId}/delete",
		admins(303),
	),
	row(
		"GET",
		"routes/documents_.$documentId.$name",
		"downloading an absent one",
		"/documents/{absentId}/propozice.pdf",
		everybody(404),
	),
	row("GET", "routes/users", "the page", "/users", hidden(200)),
	row("POST", "routes/users", "a message to somebody", "/users", hidden(303), ({ pilot }) => ({
		to: pilot.id,
		subject: "Briefing",
		body: "V 9.30.",
		step: "send",
	})),
	row("GET", "routes/admin._index", "the overview", "/admin", admins(200)),
	row("POST", "routes/admin._index", "trying the jobs again that are set aside", "/admin", admins(303)),
	row("GET", "routes/admin.mail", "the mails", "/admin/mail", admins(200)),
	row(
		"POST",
		"routes/admin.mail",
		"sending an absent mail again",
		"/admin/mail",
		admins(303),
		({ absentId }) => ({ mail: absentId }),
	),
	row("GET", "routes/admin.mail_.$mailId", "an absent mail", "/admin/mail/{absentId}", admins(404)),
	row("GET", "routes/admin.missing", "what is missing", "/admin/missing", admins(200)),
	row("POST", "routes/admin.missing", "reminding of it", "/admin/missing", admins(303), {}),
	row("GET", "routes/admin.erasures", "what waits", "/admin/erasures", admins(200)),
	row(
		"POST",
		"routes/admin.erasures",
		"objecting to one that there is not",
		"/admin/erasures",
		admins(303),
		({ absentId }) => ({ erasure: absentId, objection: "Why not" }),
	),
	row("GET", "routes/admin.audit", "the log", "/admin/audit", admins(200)),
];
