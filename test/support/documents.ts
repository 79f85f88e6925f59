import { multipart } from "~test/support/multipart";
import type { App } from "./app";

/** A document as the API lists it. */
export interface DocumentJson {
	readonly _id: string;
	readonly name: string;
	readonly path: string;
	readonly size: number;
	readonly mimetype: string;
	readonly updatedAt: string;
}

export function documentForm(name: string, content: BlobPart, type = "text/html"): FormData {
	return multipart({ document: new File([content], name, { type }) });
}

/** Uploads a document as an organiser. */
export async function uploadDocument(
	app: App,
	admin: { readonly id: string },
	name: string,
	content: BlobPart = "obsah",
) {
	const response = await app.api("POST", "/api/documents", documentForm(name, content), { as: admin });
	return {
		status: response.status,
		body: await response.json<DocumentJson & { errors?: Record<string, string> }>(),
	};
}

export async function documentsOf(app: App): Promise<DocumentJson[]> {
	return (await app.api("GET", "/api/documents")).json();
}

/** Where its bytes are. */
export const pathOf = (document: DocumentJson) => new URL(document.path).pathname;
