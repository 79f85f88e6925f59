import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { unfinishedDocuments } from "~/lib/content/change-documents.server";
import { sweepUploads } from "~/lib/files/store-upload.server";
import { documents, documentVersions } from "~db/schema";
import { createApp } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { documentsOf, pathOf, uploadDocument } from "~test/support/documents";
import { createAdmin, databaseOf, seedReference } from "~test/support/factories";
import { type BucketFaults, faultyBucket } from "~test/support/faulty-bindings";

const app = createApp({ clock: "2025-07-01T10:00:00Z" });
const db = databaseOf();

await seedReference();
const admin = await createAdmin();

const upload = (name: string, content?: BlobPart, by = app) => uploadDocument(by, admin, name, content);

const bucketWith = (faults: BucketFaults) => faultyBucket(env.FILES, faults).bucket;

describe("documents with a bucket that fails", () => {
	const cases = [
		["before it stores", "before"],
		["after it has stored", "after"],
	] as const;

	test.each(cases)("%s, the upload says so and the sweeper leaves nothing", async (_, how) => {
		const name = `Rozbitý ${how}.txt`;
		const broken = createApp({ clock: "2025-07-01T10:00:00Z", env: { FILES: bucketWith({ put: how }) } });
		const { status } = await upload(name, "x", broken);
		expect(status).toBe(503);
		expect((await documentsOf(app)).some((document) => document.name === name)).toBe(false);
		const [pending] = await db
			.select({ key: documentVersions.key, documentId: documents.id })
			.from(documentVersions)
			.innerJoin(documents, eq(documents.id, documentVersions.documentId))
			.where(eq(documents.name, name));
		expect(pending).toBeDefined();

		const sweep = (iso: string) => sweepUploads(contextOf({ now: new Date(iso) }), [unfinishedDocuments]);
		await sweep("2025-07-01T10:30:00Z");
		expect(await db.$count(documentVersions, eq(documentVersions.key, pending?.key ?? ""))).toBe(1);
		await sweep("2025-07-01T11:30:00Z");
		expect(await env.FILES.head(pending?.key ?? "")).toBeNull();
		expect(await db.$count(documentVersions, eq(documentVersions.key, pending?.key ?? ""))).toBe(0);
		expect(await db.$count(documents, eq(documents.id, pending?.documentId ?? ""))).toBe(0);
	});

	test("a sweep that could not delete an object keeps its row for the next one", async () => {
		const broken = createApp({ clock: "2025-07-01T10:00:00Z", env: { FILES: bucketWith({ put: "after" }) } });
		await upload("Úklid.txt", "x", broken);
		const ctx = contextOf({ now: new Date("2025-07-02T10:00:00Z") });
		const stuck = sweepUploads({ ...ctx, files: bucketWith({ delete: "before" }) }, [unfinishedDocuments]);
		await expect(stuck).rejects.toThrow();
		expect(await db.$count(documents, eq(documents.name, "Úklid.txt"))).toBe(1);
		await sweepUploads(ctx, [unfinishedDocuments]);
		expect(await db.$count(documents, eq(documents.name, "Úklid.txt"))).toBe(0);
	});

	test("an upload that broke off can be made again at once", async () => {
		const broken = createApp({
			clock: "2025-07-01T10:00:00Z",
			env: { FILES: bucketWith({ put: "before" }) },
		});
		await upload("Znovu.txt", "x", broken);
		expect((await upload("Znovu.txt", "x")).status).toBe(201);
		await sweepUploads(contextOf({ now: new Date("2025-07-02T10:00:00Z") }), [unfinishedDocuments]);
		const [document] = (await documentsOf(app)).filter(({ name }) => name === "Znovu.txt");
		expect(document && (await (await app.get(pathOf(document))).text())).toBe("x");
	});

	test("the list works and a download says that it does not", async () => {
		const { body } = await upload("Výpadek.txt");
		const broken = createApp({ env: { FILES: bucketWith({ get: "before" }) } });
		expect((await broken.api("GET", "/api/documents")).status).toBe(200);
		expect((await broken.get(pathOf(body))).status).toBe(503);
	});

	test("an unfinished upload is not handed out", async () => {
		const broken = createApp({ env: { FILES: bucketWith({ put: "before" }) } });
		await upload("Nedokončený.txt", "x", broken);
		const [row] = await db.select().from(documents).where(eq(documents.name, "Nedokončený.txt"));
		expect(row).toBeDefined();
		expect((await app.get(`/documents/${row?.id}/x`)).status).toBe(404);
	});
});
