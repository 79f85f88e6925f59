import { documentForm } from "~test/support/documents";
import { further, type Plan, plan } from "../ask";
import type { World } from "../season";

export function reads(_: World): Plan[] {
	return [plan("GET /api/news", { what: "the news" }), plan("GET /api/documents", { what: "the documents" })];
}

export function writes({ news, document }: World): Plan[] {
	const by = ["organiser"] as const;
	const item = { title: "Briefing", body: "V hangáru.\nV 9.30." };
	const uploads = {
		"of an unknown type": documentForm("soubor.exe", "obsah"),
		"of another content": documentForm("soubor.pdf", "obsah"),
		empty: documentForm("soubor.txt", ""),
		"with a path for a name": documentForm("../../soubor.txt", "obsah"),
		"with too long a name": documentForm(`${"x".repeat(300)}.txt`, "obsah"),
	};
	return [
		plan("POST /api/news", { what: "an item", json: item }),
		further(
			"POST /api/news",
			{ what: "an item to all", json: { ...item, email: true }, by },
			{ what: "email a word", json: { ...item, email: "x" }, by },
		),
		plan("DELETE /api/news/{newsId}", { what: "an item", params: [news] }),
		further("DELETE /api/news/{newsId}", { what: "the item again", params: [news], by }),
		further("GET /api/news", { what: "after the changes", by: ["anonymous"] }),
		plan("POST /api/documents", { what: "a new document", form: () => documentForm("pokyny.txt", "obsah") }),
		further(
			"POST /api/documents",
			{ what: "the document again", form: () => documentForm("pokyny.txt", "nový obsah"), by },
			...Object.entries(uploads).map(([what, form]) => ({
				what: `a document ${what}`,
				form: () => form,
				by,
			})),
		),
		plan("DELETE /api/documents/{documentId}", { what: "a document", params: [document] }),
		further("DELETE /api/documents/{documentId}", { what: "the document again", params: [document], by }),
		further("GET /api/documents", { what: "after the changes", by: ["anonymous"] }),
	];
}
