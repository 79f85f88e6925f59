import type { Ctx } from "~/lib/context";
import { type MissingPilot, missedUntil } from "~/lib/desk/missing-pilots.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { logLine } from "~/lib/http/log.server";
import { formatTimeOn } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { contentOf, waypointsInForce } from "~/lib/tasks/charts/charts-queries.server";
import type { Waypoint } from "~db/schema";
import { deskPositions } from "./live-queries.server";
import type { LiveDay, LivePilot } from "./live-types";
import { lastNews, silentSince } from "./live-words.server";

/** What the desk knows from the Open Glider Network. It is empty where LIVE is off, and costs nothing there. */
export interface DeskPositions {
	/** By id of the entry. */
	readonly pilots: ReadonlyMap<string, LivePilot>;
	/** By whose names a position is said. */
	readonly places: readonly Waypoint[];
	/** That it could not be asked or is silent itself, in words: nobody must take that for the silence of a glider. Null while it is heard. */
	readonly trouble: string | null;
}

export const noPositions: DeskPositions = { pilots: new Map(), places: [], trouble: null };

/** Reads where the network last heard everybody; for the desk alone. The desk works on when that fails. */
export async function readDeskPositions(ctx: Ctx): Promise<DeskPositions> {
	if (!ctx.live) return noPositions;
	const [day, parts] = await Promise.all([
		deskPositions(ctx).catch((error: unknown) =>
			logLine("error", "live-positions", { error: String(error) }),
		),
		waypointsInForce(ctx.db),
	]);
	return {
		pilots: new Map(day?.pilots.map((pilot) => [pilot.entryId, pilot])),
		places: contentOf(parts),
		trouble: troubleOf(ctx, day ?? null),
	};
}

/** @param day null where nothing answered */
function troubleOf(ctx: Ctx, day: LiveDay | null): string | null {
	const { t } = textsOf(ctx.language);
	if (!day?.signalAt) return t("live.network.unknown");
	const since = silentSince(ctx, day);
	return since && t("live.network.silent", { time: formatTimeOn(pragueDate(ctx.now), since, ctx.language) });
}

/**
 * What the network last heard of a pilot from the beginning of a day until its missing are listed no more, in words; null for nothing.
 * @param date local
 */
export function heardOf(ctx: Ctx, positions: DeskPositions, { id, date }: Pick<MissingPilot, "id" | "date">) {
	const last = positions.pilots.get(id)?.last;
	const at = last && new Date(last.at);
	// That of the day before says where the glider slept, that of the day after where it flew then.
	if (!at || pragueDate(at) < date || at >= missedUntil(date)) return null;
	return { last, at, text: lastNews(ctx, last, positions.places) };
}

/** The missing pilots with what the network last heard of them, as their last news where nothing later is known. */
export function withPositions<Pilot extends Pick<MissingPilot, "id" | "date" | "lastSign">>(
	ctx: Ctx,
	missing: readonly Pilot[],
	positions: DeskPositions,
) {
	return missing.map((pilot) => {
		const heard = heardOf(ctx, positions, pilot);
		const isLater = heard && (!pilot.lastSign || heard.at > pilot.lastSign.at);
		return {
			...pilot,
			live: heard?.text ?? null,
			lastSign: isLater ? { kind: "live" as const, at: heard.at } : pilot.lastSign,
		};
	});
}
