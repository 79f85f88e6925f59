import type { ReplayData, ReplayFlight, ReplayTexts } from "~/browser/replay/replay-data";
import type { Ctx } from "~/lib/context";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import type { BackgroundMap } from "~/lib/maps/background-map";
import { drawMap } from "~/lib/maps/draw-map.server";
import { type Bounds, boundsOf, Viewport } from "~/lib/maps/viewport";
import { drawTask, foregroundOfTask, mapFormat, placesOfTask } from "~/lib/tasks/draw-task.server";
import type { TaskPoint } from "~db/schema";
import type { ReplayRow } from "./replay-rows.server";

/** The map is wider than the task by this share of it on every side: flights leave their courses, and a screen shows more. */
const surroundings = 0.5;
/** The map has the shape that the page gives to it, so that seldom anything beyond it is shown. Without a task it is 100 km wide. */
const format = { ...mapFormat, leastHeight: 700, mostHeight: 700, margin: 0, leastExtentM: 100_000 };

interface StagedFlights {
	readonly rows: readonly ReplayRow[];
	/** Of the task; none without one. */
	readonly points: readonly TaskPoint[];
	readonly ground: BackgroundMap;
	/** Path of the packed flights. */
	readonly pack: string;
}

export function stageOf(
	{ edition, language }: Pick<Ctx, "edition" | "language">,
	{ rows, points, ground, pack }: StagedFlights,
) {
	const shown = widened(boundsOf(points.length > 0 ? placesOfTask(points) : [edition.airfield]));
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
		task: points.length > 0 ? drawTask(viewport, points) : null,
	};
}

function widened({ west, east, south, north }: Bounds): Bounds {
	const [across, upwards] = [(east - west) * surroundings, (north - south) * surroundings];
	return { west: west - across, east: east + across, south: south - upwards, north: north + upwards };
}

function flightOf({ registrationId, startNumber, name, surname, start, finish, performance }: ReplayRow) {
	const seconds = (moment: number | null) => (moment === null ? null : Math.round(moment / 1000));
	return {
		id: registrationId,
		number: startNumber,
		name: `${name} ${surname}`,
		start: seconds(start),
		finish: seconds(finish),
		reached: (performance?.reached ?? []).map(
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
		failed: t("replay.failed"),
	};
}
