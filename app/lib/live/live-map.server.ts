import type { Ctx } from "~/lib/context";
import { logLine } from "~/lib/http/log.server";
import { formatTime } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Position } from "~/lib/maps/geodesy";
import { contentOf, waypointsInForce } from "~/lib/tasks/charts/charts-queries.server";
import { viewportsOfTask } from "~/lib/tasks/draw-task.server";
import type { TaskPoint } from "~db/schema";
import { minutesLate, publicPositions } from "./live-queries.server";
import type { LiveDay, LiveMapKind } from "./live-types";
import { lastSeen, silentSince } from "./live-words.server";

/** Stands for the type of a class where a map shows all of them. */
export const allClasses = "all";

/** The frame of a map of tasks. The board has the format of a page. */
export function liveFrame(kind: LiveMapKind, points: readonly TaskPoint[]) {
	return viewportsOfTask[kind === "card" ? "card" : "page"](points).frame;
}

const nothing: LiveDay = { signalAt: null, pilots: [], delays: {} };

/** The positions that everybody may see. A page is whole without them. @param withProgress as of `publicPositions` */
export function readPublicPositions(ctx: Ctx, withProgress = false): Promise<LiveDay> {
	return publicPositions(ctx, withProgress).catch((error: unknown) => {
		logLine("error", "live-positions", { error: String(error) });
		return nothing;
	});
}

/**
 * Says where everybody may read that a pilot was last seen, and whose word it is; null where nobody may, or nobody knows. The waypoints are
 * read only then.
 */
export async function publicPlaceOf(ctx: Ctx, entryId: string) {
	if (!ctx.live) return null;
	const day = await readPublicPositions(ctx);
	const pilot = day.pilots.find((one) => one.entryId === entryId);
	if (!pilot) return null;
	const text = lastSeen(ctx.language, pilot.last, contentOf(await waypointsInForce(ctx.db)));
	const { t } = textsOf(ctx.language);
	return { text: t("live.place", { text }), source: sourceOf(ctx, day, pilot.classType) };
}

/** Whose positions they are, as their licence asks, and by how many minutes they are late. @param classType null for all classes */
function sourceOf(
	{ language, edition }: Pick<Ctx, "language" | "edition">,
	{ delays }: LiveDay,
	classType: string | null,
): string {
	const { t } = textsOf(language);
	const late =
		classType === null ? Math.max(0, ...Object.values(delays)) : minutesLate(edition, delays, classType);
	return late > 0 ? t("live.source.late", { count: late }) : t("live.source");
}

interface AskedMap {
	readonly kind: LiveMapKind;
	/** Null for all classes. */
	readonly classType: string | null;
	/** Those of the tasks that the map shows. */
	readonly points: readonly TaskPoint[];
	/** Places with names, beside the towns. */
	readonly places: readonly (Position & { readonly name: string })[];
}

/** The points of a task, which have names that pilots know. */
export const placesOf = (points: readonly TaskPoint[]) => ({ points, places: points });

export type LiveMap = ReturnType<typeof liveMapOf>;

/** What a map shows of the positions: its dots come from another address, so that the page stays as it is while they move. */
export function liveMapOf(
	ctx: Pick<Ctx, "language" | "now" | "edition">,
	day: LiveDay,
	{ kind, classType, points, places }: AskedMap,
) {
	const { language } = ctx;
	const { t } = textsOf(language);
	const own = day.pilots.filter((pilot) => classType === null || pilot.classType === classType);
	const since = silentSince(ctx, day);
	return {
		/** What the script knows of the map. */
		frame: { ...liveFrame(kind, points), classType },
		picture: `/live/${classType ?? allClasses}.svg?map=${kind}`,
		/** Where each pilot was last seen, in words, for those whose browser draws no dots. */
		seen: own.map(({ entryId, startNumber, last }) => ({
			id: entryId,
			startNumber,
			text: lastSeen(language, last, places),
		})),
		words: {
			seen: t("live.seen"),
			source: sourceOf(ctx, day, classType),
			/** With `{time}`. */
			lost: t("live.lost", { time: "{time}" }),
			/** Why there are no dots; null while there is a signal. */
			silent: since && t("live.lost", { time: formatTime(since, language) }),
		},
	};
}
