import { inArray } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { sha256Hex } from "~/lib/digest";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import { objectKey } from "~/lib/files/object-key";
import { deleteObjects, withStorageTimeout } from "~/lib/files/object-storage.server";
import { positionsOfTrace } from "~/lib/flights/igc-file/trace";
import { describeError, logLine } from "~/lib/http/log.server";
import { backgroundMapOf } from "~/lib/maps/background-map";
import { rasterise } from "~/lib/maps/raster/rasterise.server";
import { terrainAround } from "~/lib/maps/terrain/load-terrain.server";
import { taskById } from "~/lib/tasks/tasks-queries.server";
import { igcFileVersions } from "~db/schema";
import { drawPicture, type ShownOnMap } from "./draw-picture";
import { type PictureContent, pictureContents } from "./picture-contents.server";

/** Version of the drawing. It is raised when the same content is drawn in another way. */
const drawing = "2";
/** Most pictures that one run draws. A picture takes some 0.2 s of computing. */
const mostDrawn = 2;
/**
 * Least age in milliseconds before a picture is drawn again. While logs arrive, points change every minute, and others wait for
 * their first picture.
 */
const leastAge = 10 * 60_000;
/** Days after the competition on which results still change. */
const daysAfter = 3;

/**
 * Draws the pictures of shared links, a few at a time, and removes those of content that visitors can no longer see. Nobody waits
 * for a picture: until it is drawn, that of the edition is shown.
 */
export async function makeDuePictures(ctx: Ctx): Promise<void> {
	if (!isDue(ctx)) return;
	const [stored, contents] = await Promise.all([storedPictures(ctx), pictureContents(ctx)]);
	const shown = new Set(contents.map(({ path }) => keyOf(ctx, path)));
	await deleteObjects(
		ctx,
		[...stored.keys()].filter((key) => !shown.has(key)),
	);
	const missing: [PictureContent, string][] = [];
	const outdated: [PictureContent, string][] = [];
	for (const content of contents) {
		const digest = await sha256Hex(JSON.stringify([drawing, content]));
		const before = stored.get(keyOf(ctx, content.path));
		if (!before) missing.push([content, digest]);
		else if (before.digest !== digest && before.age >= leastAge) outdated.push([content, digest]);
	}
	for (const [content, digest] of [...missing, ...outdated].slice(0, mostDrawn))
		await tryDraw(ctx, content, digest);
}

/** Whether this run draws pictures: every run does while results change, else one an hour. */
function isDue({ edition: { competition }, now }: Ctx): boolean {
	const today = pragueDate(now);
	const changes = today >= competition.from && today <= addDays(competition.to, daysAfter);
	return changes || now.getUTCMinutes() === 0;
}

function keyOf(ctx: Ctx, path: string): string {
	return objectKey(ctx, "pictures", `${path}.png`);
}

interface StoredPicture {
	readonly digest: string | undefined;
	/** Milliseconds since the picture was drawn. */
	readonly age: number;
}

async function storedPictures(ctx: Ctx): Promise<ReadonlyMap<string, StoredPicture>> {
	const found = new Map<string, StoredPicture>();
	let cursor: string | undefined;
	do {
		const page = await withStorageTimeout(
			ctx.files.list({
				prefix: objectKey(ctx, "pictures", ""),
				include: ["customMetadata"],
				...(cursor && { cursor }),
			}),
		);
		for (const { key, customMetadata } of page.objects) {
			const age = ctx.now.getTime() - Number(customMetadata?.drawnAt ?? 0);
			found.set(key, { digest: customMetadata?.digest, age });
		}
		cursor = page.truncated ? page.cursor : undefined;
	} while (cursor);
	return found;
}

/** Removes all pictures after an erasure: the erased person is on many of them. The schedule draws the others again. */
export async function removePictures(ctx: Ctx): Promise<void> {
	await deleteObjects(ctx, [...(await storedPictures(ctx)).keys()]);
}

/** Draws a picture. One that cannot be drawn does not stop the others. */
async function tryDraw(ctx: Ctx, content: PictureContent, digest: string): Promise<void> {
	try {
		const png = await rasterise(drawPicture(ctx.edition, content, await shownOnMap(ctx, content.map)));
		await withStorageTimeout(
			ctx.files.put(keyOf(ctx, content.path), png, {
				customMetadata: { digest, drawnAt: String(ctx.now.getTime()) },
			}),
		);
	} catch (error) {
		logLine("error", "picture", { requestId: ctx.requestId, path: content.path, ...describeError(error) });
	}
}

/** Returns null when there is nothing to draw on a map. */
async function shownOnMap(ctx: Ctx, map: PictureContent["map"]): Promise<ShownOnMap | null> {
	if (!map) return null;
	const { db, edition } = ctx;
	const [[task], logs] = await Promise.all([
		map.taskId === null ? [] : taskById(db, map.taskId),
		db
			.select({ id: igcFileVersions.id, receipt: igcFileVersions.receipt })
			.from(igcFileVersions)
			.where(inArray(igcFileVersions.id, [...map.logs])),
	]);
	const traces = map.logs.flatMap((id) => logs.find((log) => log.id === id)?.receipt.trace ?? []);
	if (!task && traces.length === 0) return null;
	const points = task?.points ?? null;
	const terrain = await terrainAround(ctx, points ?? traces.flatMap(positionsOfTrace));
	return { points, traces, ground: { ...backgroundMapOf(edition, "cs"), terrain } };
}

/** A stored picture, by its path; null when there is none. */
export async function storedPicture(ctx: Ctx, path: string): Promise<R2ObjectBody | null> {
	return withStorageTimeout(ctx.files.get(keyOf(ctx, path)));
}
