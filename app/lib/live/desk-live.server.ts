import type { Ctx } from "~/lib/context";
import type { MissingPilot } from "~/lib/desk/missing-pilots.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { logLine } from "~/lib/http/log.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { contentOf, waypointsInForce } from "~/lib/tasks/charts/charts-queries.server";
import type { Waypoint } from "~db/schema";
import { deskPositions } from "./live-queries.server";
import type { LivePilot } from "./live-types";
import { lastNews } from "./live-words.server";

/** What the desk knows from the Open Glider Network. It is empty where LIVE is off, and costs nothing there. */
export interface DeskPositions {
	/** By id of the entry. */
	readonly pilots: ReadonlyMap<string, LivePilot>;
	/** By whose names a position is said. */
	readonly places: readonly Waypoint[];
	/** Whether it could not be asked: nobody must take that for silence. */
	readonly isUnknown: boolean;
}

export const noPositions: DeskPositions = { pilots: new Map(), places: [], isUnknown: false };

/** Reads where the network last heard everybody; for the desk alone. The desk works on when that fails. */
export async function readDeskPositions(ctx: Ctx): Promise<DeskPositions> {
	if (!ctx.live) return noPositions;
	const [pilots, parts] = await Promise.all([
		deskPositions(ctx).then(
			(day) => day.pilots,
			(error: unknown) => logLine("error", "live-positions", { error: String(error) }),
		),
		waypointsInForce(ctx.db),
	]);
	return {
		pilots: new Map(pilots?.map((pilot) => [pilot.entryId, pilot])),
		places: contentOf(parts),
		isUnknown: !pilots,
	};
}

/**
 * What the network last heard of a pilot since the beginning of a day, in words, or that it could not be asked; null for nothing.
 * @param date local
 */
export function heardOf(ctx: Ctx, positions: DeskPositions, { id, date }: Pick<MissingPilot, "id" | "date">) {
	if (positions.isUnknown) return { last: null, text: textsOf(ctx.language).t("live.news.unknown") };
	const last = positions.pilots.get(id)?.last;
	// That of the day before says where the glider slept.
	if (!last || pragueDate(new Date(last.at)) < date) return null;
	return { last, text: lastNews(ctx, last, positions.places) };
}

/** The missing pilots with what the network last heard of them, as their last news where nothing later is known. */
export function withPositions<Pilot extends Pick<MissingPilot, "id" | "date" | "lastSign">>(
	ctx: Ctx,
	missing: readonly Pilot[],
	positions: DeskPositions,
) {
	return missing.map((pilot) => {
		const heard = heardOf(ctx, positions, pilot);
		const at = heard?.last && new Date(heard.last.at);
		const isLater = at && (!pilot.lastSign || at > pilot.lastSign.at);
		return {
			...pilot,
			live: heard?.text ?? null,
			lastSign: isLater ? { kind: "live" as const, at } : pilot.lastSign,
		};
	});
}
