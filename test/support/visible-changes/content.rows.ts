import { keep, multipart, type VisibleChange } from "./changed-world";

const document = (content: string) => multipart({ document: new File([content], "propozice.txt") });

const airspace = () =>
	new File(["AC R\nAN Les\nAL GND\nAH FL 95\nV X=49:30:00 N 015:52:00 E\nDC 2"], "prostory.txt");

/** News, documents and charts. */
export const rows: readonly VisibleChange[] = [
	{
		useCase: "addNews",
		what: "a news item",
		table: "news",
		seenAt: () => ["/", "/news", "/news.atom", "/api/news"],
		make: async (app, { admin, made }) =>
			keep(
				await app.api("POST", "/api/news", { title: "Briefing", body: "V 9.30." }, { as: admin }),
				({ _id }) => {
					made.news = _id;
				},
			),
	},
	{
		useCase: "deleteNews",
		what: "a news item is gone",
		table: "news",
		seenAt: () => ["/", "/news", "/news.atom", "/api/news"],
		make: (app, { admin, made }) => app.api("DELETE", `/api/news/${made.news}`, undefined, { as: admin }),
	},
	{
		useCase: "makeCurrent",
		what: "a document",
		table: "documents",
		seenAt: () => ["/documents", "/api/documents"],
		make: async (app, { admin, made }) =>
			keep(await app.api("POST", "/api/documents", document("Propozice"), { as: admin }), ({ _id }) => {
				made.document = _id;
			}),
	},
	{
		useCase: "makeCurrent",
		what: "a document's new version",
		table: "documents",
		seenAt: () => ["/documents", "/api/documents"],
		make: (app, { admin }) =>
			app.api("POST", "/api/documents", document("Propozice, druhé znění"), { as: admin }),
	},
	{
		useCase: "addChart",
		what: "an airspace file in force",
		table: "charts",
		seenAt: () => ["/documents", "/api/documents"],
		make: (app, { admin }) =>
			app.post("/admin/waypoints-and-airspace", multipart({ kind: "airspace", chart: airspace() }), {
				as: admin,
			}),
	},
	{
		useCase: "deleteDocument",
		what: "a document is gone",
		table: "documents",
		seenAt: () => ["/documents", "/api/documents"],
		make: (app, { admin, made }) =>
			app.api("DELETE", `/api/documents/${made.document}`, undefined, { as: admin }),
	},
];
