import { folderOf, looksLikeItsType, mimetypeOf } from "~/lib/content/document-types";
import { tidyFileName } from "~/lib/files/file-name";
import { objectKey } from "~/lib/files/object-key";
import { limits } from "~/lib/forms/limits";
import { documents, documentVersions, news } from "~db/schema";
import { stableId } from "../reference/stable-id";
import { digestOf } from "./file-index";
import { type Collection, createdAt, leftOut, updatedAt } from "./moving";
import type { Target } from "./store-rows";

const ofNews: Target = {
	table: news,
	key: ["id"],
	kept: ["version"],
	isOurs: ({ version }) => version !== 1,
};
const ofDocuments: Target = { table: documents, key: ["id"], kept: ["folder", "currentVersionId"] };
const ofVersions: Target = { table: documentVersions, key: ["id"], kept: ["state"] };

export const noFiles = leftOut("there is no --files");

export const movedNews: Collection = {
	name: "news",
	held: "SELECT id FROM news WHERE deleted_at IS NULL",
	isAudited: true,
	fields: ["title", "body", "author"],
	begin: async ({ known }) => ({
		convert: (reading) => {
			const authorId = reading.reference("author") ?? "";
			if (!known.users.has(authorId)) return leftOut("its author leads nowhere, or is left out");
			const title = reading.line("title", limits.newsTitle);
			const body = reading.text("body", limits.news);
			if (title === "" || body === null) return leftOut("it has no title or no text that fits");
			const values = {
				...{ id: reading.id, language: null, title, body, authorId },
				...{ createdAt: createdAt(reading), updatedAt: updatedAt(reading), version: 1 },
			};
			return { rows: [{ target: ofNews, values }] };
		},
	}),
};

export const movedDocuments: Collection = {
	name: "documents",
	held: "SELECT id FROM documents WHERE deleted_at IS NULL",
	isAudited: true,
	fields: ["name", "path", "mimetype", "size"],
	begin: async ({ edition, files, query }) => {
		const held = await query("SELECT id, name FROM documents WHERE deleted_at IS NULL");
		const taken = new Map(held.map((row) => [String(row.name), String(row.id)]));
		return {
			convert: (reading) => {
				const name = tidyFileName(reading.line("name", limits.fileName));
				const mimetype = mimetypeOf(name);
				if (mimetype === null) return leftOut("files of its kind are not published here");
				const holder = taken.get(name);
				if (holder !== undefined && holder !== reading.id) return leftOut("another document has its name");
				if (!files) return noFiles;
				const file = files.find(reading.line("path", limits.url) || name);
				if ("missing" in file) return leftOut(file.missing);
				const bytes = file.read();
				if (!looksLikeItsType(name, bytes)) return leftOut("its file is not of the kind that its name says");
				taken.set(name, reading.id);
				const stated = reading.secret("mimetype");
				if (stated !== "" && stated !== mimetype)
					reading.note("its type is that of its name", "mimetype", stated);
				const size = reading.number("size");
				if (size !== null && size !== file.size) reading.note("its size is that of the file", "size", size);
				const sha256 = digestOf(bytes);
				const versionId = stableId(edition.year, "moved-document", `${reading.id}/${sha256}`);
				const key = objectKey({ edition }, "documents", reading.id, versionId);
				const [made, changed] = [createdAt(reading), updatedAt(reading)];
				const document = { name, folder: folderOf(name), currentVersionId: versionId };
				const version = { documentId: reading.id, key, mimetype, size: file.size, sha256, state: "ready" };
				return {
					rows: [
						{
							target: ofDocuments,
							values: { id: reading.id, ...document, createdAt: made, updatedAt: changed },
						},
						{
							target: ofVersions,
							values: { id: versionId, ...version, uploadedBy: null, createdAt: made },
							object: { key, size: file.size, sha256, path: file.path },
						},
					],
				};
			},
		};
	},
};
