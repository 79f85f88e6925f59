import { multipart } from "../multipart";
import { setEdition } from "../set-edition";
import { change, keep, type VisibleChange } from "./changed-world";

const document = (content: string) => multipart({ document: new File([content], "propozice.txt") });

const shape = "AL GND\nAH FL 95\nV X=49:30:00 N 015:52:00 E\nDC 2";
const airspace = () =>
	new File([`AC R\nAN Les\n${shape}\nAC G\nAY WARNING\nAN Lom\n${shape}`], "prostory.txt");

/** News, documents and charts. */
export const rows: readonly VisibleChange[] = [
	change(
		"changeSettings",
		"another title of the competition",
		"edition_settings",
		["/", "/news", "/news.atom"],
		(app, { admin }) => setEdition(app, admin, "texts", { title: "Cup of the Hills" }),
	),
	change(
		"addNews",
		"a news item",
		"news",
		["/", "/news", "/news.atom", "/api/news"],
		async (app, { admin, made }) =>
			keep(
				await app.api("POST", "/api/news", { title: "Briefing", body: "V 9.30." }, { as: admin }),
				({ _id }) => {
					made.news = _id;
				},
			),
	),
	change(
		"editNews",
		"a news item is corrected",
		"news",
		["/", "/news", "/news.atom", "/api/news"],
		"POST /news/{made.news}/edit",
		{ title: "Briefing", body: "V 10.00.", version: "1" },
	),
	change(
		"deleteNews",
		"a news item is gone",
		"news",
		["/", "/news", "/news.atom", "/api/news"],
		"DELETE /api/news/{made.news}",
	),
	change(
		"makeCurrent",
		"a document",
		"documents",
		["/documents", "/api/documents"],
		async (app, { admin, made }) =>
			keep(await app.api("POST", "/api/documents", document("Propozice"), { as: admin }), ({ _id }) => {
				made.document = _id;
			}),
	),
	change(
		"makeCurrent",
		"a document's new version",
		"documents",
		["/documents", "/api/documents"],
		(app, { admin }) => app.api("POST", "/api/documents", document("Propozice, druhé znění"), { as: admin }),
	),
	change(
		"addChart",
		"an airspace file in force",
		"charts",
		["/documents", "/api/documents"],
		(app, { admin }) =>
			app.post("/admin/waypoints-and-airspace", multipart({ kind: "airspace", chart: airspace() }), {
				as: admin,
			}),
	),
	change(
		"placeDocument",
		"a document in another folder, with another name",
		"documents",
		["/documents", "/api/documents"],
		"POST /documents/{made.document}/edit",
		{ name: "pravidla.txt", folder: "safety", seenName: "propozice.txt", seenFolder: "rules" },
	),
	change(
		"deleteDocument",
		"a document is gone",
		"documents",
		["/documents", "/api/documents"],
		"DELETE /api/documents/{made.document}",
	),
];
