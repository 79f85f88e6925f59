import { admins, everybody, type MatrixRow } from "./row";

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
	{
		route: "routes/api.news._index",
		what: "the list",
		method: "GET",
		path: () => "/api/news",
		expected: everybody(200),
	},
	{
		route: "routes/api.news._index",
		what: "adding an item",
		method: "POST",
		path: () => "/api/news",
		body: item,
		expected: admins(201),
	},
	{
		route: "routes/api.news.$newsId",
		what: "deleting an absent item",
		method: "DELETE",
		path: ({ absentId }) => `/api/news/${absentId}`,
		expected: admins(404),
	},
	{ route: "routes/news", what: "the page", method: "GET", path: () => "/news", expected: everybody(200) },
	{
		route: "routes/news",
		what: "adding an item",
		method: "POST",
		path: () => "/news",
		body: item,
		expected: admins(303),
	},
	{
		route: "routes/news_.$newsId.delete",
		what: "asking whether to delete an absent item",
		method: "GET",
		path: ({ absentId }) => `/news/${absentId}/delete`,
		expected: admins(404),
	},
	{
		route: "routes/news_.$newsId.delete",
		what: "deleting an absent item",
		method: "POST",
		path: ({ absentId }) => `/news/${absentId}/delete`,
		expected: admins(303),
	},
	{
		route: "routes/news[.]atom",
		what: "the feed",
		method: "GET",
		path: () => "/news.atom",
		expected: everybody(200),
	},
	{
		route: "routes/api.documents._index",
		what: "the list",
		method: "GET",
		path: () => "/api/documents",
		expected: everybody(200),
	},
	{
		route: "routes/api.documents._index",
		what: "uploading one",
		method: "POST",
		path: () => "/api/documents",
		body: upload,
		expected: admins(201),
	},
	{
		route: "routes/api.documents.$documentId",
		what: "deleting an absent one",
		method: "DELETE",
		path: ({ absentId }) => `/api/documents/${absentId}`,
		expected: admins(404),
	},
	{
		route: "routes/admin_.waypoints-and-airspace",
		what: "the page",
		method: "GET",
		path: () => "/admin/waypoints-and-airspace",
		expected: admins(200),
	},
	{
		route: "routes/admin_.waypoints-and-airspace",
		what: "a waypoint file",
		method: "POST",
		path: () => "/admin/waypoints-and-airspace",
		body: chart,
		expected: admins(303),
	},
	{
		route: "routes/documents",
		what: "the page",
		method: "GET",
		path: () => "/documents",
		expected: everybody(200),
	},
	{
		route: "routes/documents",
		what: "uploading one",
		method: "POST",
		path: () => "/documents",
		body: upload,
		expected: admins(303),
	},
	{
		route: "routes/documents_.$documentId.delete",
		what: "asking whether to delete an absent one",
		method: "GET",
		path: ({ absentId }) => `/documents/${absentId}/delete`,
		expected: admins(404),
	},
	{
		route: "routes/documents_.$documentId.delete",
		what: "deleting an absent one",
		method: "POST",
		path: ({ absentId }) => `/documents/${absentId}/delete`,
		expected: admins(303),
	},
	{
		route: "routes/documents_.$documentId.$name",
		what: "downloading an absent one",
		method: "GET",
		path: ({ absentId }) => `/documents/${absentId}/propozice.pdf`,
		expected: everybody(404),
	},
	{ route: "routes/users", what: "the page", method: "GET", path: () => "/users", expected: hidden(200) },
	{
		route: "routes/users",
		what: "a message to somebody",
		method: "POST",
		path: () => "/users",
		body: ({ pilot }) => ({ to: pilot.id, subject: "Briefing", body: "V 9.30.", step: "send" }),
		expected: hidden(303),
	},
	{
		route: "routes/admin._index",
		what: "the overview",
		method: "GET",
		path: () => "/admin",
		expected: admins(200),
	},
	{
		route: "routes/admin._index",
		what: "trying the jobs again that are set aside",
		method: "POST",
		path: () => "/admin",
		expected: admins(303),
	},
	{
		route: "routes/admin.mail",
		what: "the mails",
		method: "GET",
		path: () => "/admin/mail",
		expected: admins(200),
	},
	{
		route: "routes/admin.mail",
		what: "sending an absent mail again",
		method: "POST",
		path: () => "/admin/mail",
		body: ({ absentId }) => ({ mail: absentId }),
		expected: admins(303),
	},
	{
		route: "routes/admin.mail_.$mailId",
		what: "an absent mail",
		method: "GET",
		path: ({ absentId }) => `/admin/mail/${absentId}`,
		expected: admins(404),
	},
	{
		route: "routes/admin.missing",
		what: "what is missing",
		method: "GET",
		path: () => "/admin/missing",
		expected: admins(200),
	},
	{
		route: "routes/admin.missing",
		what: "reminding of it",
		method: "POST",
		path: () => "/admin/missing",
		body: () => ({}),
		expected: admins(303),
	},
	{
		route: "routes/admin.erasures",
		what: "what waits",
		method: "GET",
		path: () => "/admin/erasures",
		expected: admins(200),
	},
	{
		route: "routes/admin.erasures",
		what: "objecting to one that there is not",
		method: "POST",
		path: () => "/admin/erasures",
		body: ({ absentId }) => ({ erasure: absentId, objection: "Why not" }),
		expected: admins(303),
	},
	{
		route: "routes/admin.audit",
		what: "the log",
		method: "GET",
		path: () => "/admin/audit",
		expected: admins(200),
	},
];
