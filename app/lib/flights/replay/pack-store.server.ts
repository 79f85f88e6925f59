import type { ClassDay } from "~/lib/class-day";
import type { Ctx } from "~/lib/context";
import { readObject, withStorageTimeout } from "~/lib/files/object-storage.server";
import { objectKey } from "~/lib/files/store-upload.server";
import type { replays } from "~db/schema";
import { type PackedFlight, unpackFlights } from "./unpack";

type StoredReplay = typeof replays.$inferSelect;

/** Compressed, as no server compresses bytes of an unknown type. @throws what the bucket throws */
export async function storePack(
	ctx: Ctx,
	where: ClassDay,
	digest: string,
	pack: Uint8Array<ArrayBuffer>,
): Promise<void> {
	const packed = new Blob([pack]).stream().pipeThrough(new CompressionStream("gzip"));
	const bytes = await new Response(packed).arrayBuffer();
	await withStorageTimeout(ctx.files.put(keyOf(ctx, where, digest), bytes));
}

/** Removes every pack of a class on a day but one, also what an interrupted run has left. @throws what the bucket throws */
export async function removeOtherPacks(ctx: Ctx, where: ClassDay, digest: string | null): Promise<void> {
	const prefix = keyOf(ctx, where, "");
	const { objects } = await withStorageTimeout(ctx.files.list({ prefix }));
	const others = objects.map(({ key }) => key).filter((key) => key !== `${prefix}${digest}`);
	if (others.length > 0) await withStorageTimeout(ctx.files.delete(others));
}

/** The compressed bytes of a pack. */
export function openPack(ctx: Ctx, { dayId, competitionClassId, digest }: StoredReplay) {
	return readObject(ctx, keyOf(ctx, { dayId, classId: competitionClassId }, digest ?? ""));
}

/** The flights of a pack; none when there is none, or it cannot be read. */
export async function readPack(ctx: Ctx, stored: StoredReplay): Promise<PackedFlight[]> {
	if (stored.digest === null) return [];
	const object = await openPack(ctx, stored);
	if (!object.ok) return [];
	try {
		const bytes = object.value.body.pipeThrough(new DecompressionStream("gzip"));
		return unpackFlights(new Uint8Array(await new Response(bytes).arrayBuffer()));
	} catch {
		// Of an older version. Every flight is packed anew.
		return [];
	}
}

/** Only the last part changes with the flights. */
function keyOf(ctx: Ctx, { dayId, classId }: ClassDay, digest: string): string {
	return objectKey(ctx, "replays", dayId, classId, digest);
}
