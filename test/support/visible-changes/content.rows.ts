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
		"deleteDocument",
		"a document is gone",
		"documents",
		["/documents", "/api/documents"],
		"DELETE /api/documents/{made.document}",
	),
];
