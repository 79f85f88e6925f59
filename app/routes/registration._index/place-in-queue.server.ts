import type { Ctx } from "~/lib/context";
import { hasPolicy } from "~/lib/editions/admission";
import { readPlaces } from "~/lib/entries/places/places-queries.server";
import { reserveQueue } from "~/lib/entries/reserve-queue";

/**
 * The place of a competitor's own entry among those who wait; null for one that does not wait.
 * @param reserves the accepted reserves of the class
 */
export async function placeInQueue(
	ctx: Ctx,
	id: string,
	reserves: Parameters<typeof reserveQueue>[0],
): Promise<number | null> {
	if (!hasPolicy(ctx.edition)) return reserveQueue(reserves).get(id) ?? null;
	const { waiting } = await readPlaces(ctx);
	return waiting.find(({ entry }) => entry.id === id)?.queuePlace ?? null;
}
