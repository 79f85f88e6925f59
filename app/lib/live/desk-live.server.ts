import type { Ctx } from "~/lib/context";
import type { MissingPilot } from "~/lib/desk/missing-pilots.server";
import { nearestName } from "~/lib/desk/outlanding-place";
import { logLine } from "~/lib/http/log.server";
import type { Position } from "~/lib/maps/geodesy";
import { contentOf, waypointsInForce } from "~/lib/tasks/charts/charts-queries.server";
import type { Waypoint } from "~db/schema";
import { deskPositions } from "./live-queries.server";
import type { LivePilot } from "./live-types";
import { lastNews } from "./live-words.server";

/** What the desk knows of a pilot from the Open Glider Network. */
export interface DeskPosition extends LivePilot {
	/** Place, height, speed and time, or since when there is no signal. */
	readonly text: string;
	/** Name of a known place near a position; null when none is near. */
	readonly nearTo: (position: Position) => string | null;
}

/** By id of the entry. It is empty where LIVE is off, and costs nothing there. */
export type DeskPositions = ReadonlyMap<string, DeskPosition>;

/** Reads where the network last heard everybody; for the desk alone. The desk works on when that fails. */
export async function readDeskPositions(ctx: Ctx): Promise<DeskPositions> {
	if (!ctx.live) return new Map();
	const [{ pilots }, parts] = await Promise.all([
		deskPositions(ctx).catch((error: unknown) => {
			logLine("error", "live-positions", { error: String(error) });
			return { pilots: [] as readonly LivePilot[] };
		}),
		waypointsInForce(ctx.db),
	]);
	const places: readonly Waypoint[] = contentOf(parts);
	return new Map(
		pilots.map((pilot) => [
			pilot.entryId,
			{
				...pilot,
				text: lastNews(ctx, pilot.last, places),
				nearTo: (position: Position) => nearestName(position, places),
			},
		]),
	);
}

/** The missing pilots with what the network last heard of them, as their last news where nothing later is known. */
export function withPositions<Pilot extends Pick<MissingPilot, "id" | "lastSign">>(
	missing: readonly Pilot[],
	positions: DeskPositions,
) {
	return missing.map((pilot) => {
		const position = positions.get(pilot.id);
		if (!position) return { ...pilot, live: null };
		const at = new Date(position.last.at);
		const isLater = !pilot.lastSign || at > pilot.lastSign.at;
		return {
			...pilot,
			live: position.text,
			lastSign: isLater ? { kind: "live" as const, at } : pilot.lastSign,
		};
	});
}
