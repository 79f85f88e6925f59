import type { ReplayData, ReplayFlight, ReplayTexts } from "~/browser/replay/replay-data";
import type { Ctx } from "~/lib/context";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import type { BackgroundMap } from "~/lib/maps/background-map";
import { drawMap } from "~/lib/maps/draw-map.server";
import { radiansPerDegree } from "~/lib/maps/geodesy";
import { type Bounds, boundsOf, Viewport } from "~/lib/maps/viewport";
import { drawTask, foregroundOfTask, mapFormat, positionsOfTask } from "~/lib/tasks/draw-task.server";
import type { TaskPoint } from "~db/schema";
import type { ReplayRow } from "./replay-rows.server";

/**
 * The map is so many times as wide and high as the task: flights leave their courses, and an upright phone, whose screen is twice as high
 * as it is wide, shows ground to every edge.
 */
const surroundings = 2.5;
/** Units: the head of an arrow, of a map that is stretched to show the task. */
const arrow = 6;
/** Square, as nobody knows the shape of the screen. Without a task it is 250 km wide. */
const format = { ...mapFormat, leastHeight: 1000, mostHeight: 1000, margin: 0, leastExtentM: 250_000 };

interface StagedFlights {
	readonly rows: readonly ReplayRow[];
	/** Points of the task; empty without one. */
	readonly points: readonly TaskPoint[];
	readonly ground: BackgroundMap;
	/** Path of the packed flights. */
	readonly pack: string;
}

export function stageOf(
	{ edition, language }: Pick<Ctx, "edition" | "language">,
	{ rows, points, ground, pack }: StagedFlights,
) {
	const shown = surrounded(boundsOf(points.length > 0 ? positionsOfTask(points) : [edition.airfield]));
	const viewport = new Viewport(shown, format);
	const { width, height, bounds } = viewport;
	const data: ReplayData = {
		pack,
		viewport: { width, height, ...bounds },
		points: points.map(({ latitude, longitude }) => [latitude, longitude] as const),
		flights: rows.map(flightOf),
		texts: textsFor(language),
	};
	return {
		data,
		map: drawMap(viewport, ground, foregroundOfTask(viewport, points)),
		task: points.length > 0 ? drawTask(viewport, points, arrow) : null,
	};
}

/** A square around a box, in degrees of its middle. */
function surrounded({ west, east, south, north }: Bounds): Bounds {
	const longitude = (west + east) / 2;
	const latitude = (south + north) / 2;
	const across = Math.cos(latitude * radiansPerDegree);
	const half = (surroundings / 2) * Math.max((east - west) * across, north - south);
	return {
		west: longitude - half / across,
		east: longitude + half / across,
		south: latitude - half,
		north: latitude + half,
	};
}

function flightOf({
	registrationId,
	igcFileId,
	startNumber,
	name,
	surname,
	place,
	start,
	finish,
	result,
}: ReplayRow) {
	const seconds = (moment: number | null) => (moment === null ? null : Math.round(moment / 1000));
	return {
		id: registrationId,
		log: igcFileId,
		number: startNumber,
		name: `${name} ${surname}`,
		place,
		start: seconds(start),
		finish: seconds(finish),
		reached: (result?.reached ?? []).map(
			({ at, credited }) => [seconds(at), credited && [credited.latitude, credited.longitude]] as const,
		),
	} satisfies ReplayFlight;
}

/** The script knows no translations. */
function textsFor(language: Language): ReplayTexts {
	const { t } = textsOf(language);
	return {
		play: t("replay.play"),
		pause: t("replay.pause"),
		kilometres: t("replay.kilometres", { value: "{value}" }),
		metres: t("replay.metres", { value: "{value}" }),
		leads: t("replay.leads"),
		finished: t("replay.finished"),
		onGround: t("replay.onGround"),
		notStarted: t("replay.notStarted"),
		follow: t("replay.follow"),
		show: t("replay.show"),
		pair: t("replay.pair", { one: "{one}", other: "{other}" }),
		failed: t("replay.failed"),
	};
}
