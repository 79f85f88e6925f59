import { documentPath } from "~/lib/content/document-types";
import type { StaffCtx } from "~/lib/context";
import { codePages } from "~/lib/csv/csv-reader";
import { type Results, read } from "~/lib/db/read.server";
import { extensionOf, tidyFileName } from "~/lib/files/file-name";
import { limits } from "~/lib/forms/limits";
import { formatNumber } from "~/lib/i18n/format-number";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { areaInViewport, type ViewportArea } from "~/lib/maps/area-path";
import { drawMap } from "~/lib/maps/draw-map.server";
import { boundsOf, Viewport } from "~/lib/maps/viewport";
import { pick } from "~/lib/pick";
import { checkedAirspaces, countLogs, evaluatingNow } from "~/lib/scoring/scoring-queries.server";
import {
	type AirspaceKind,
	boxOf,
	cornersOf,
	isChecked,
	kindOfAirspace,
	overlap,
	plainName,
} from "~/lib/tasks/airspace/airspace";
import { decidingCode } from "~/lib/tasks/airspace/airspace-codes";
import {
	airspacesOf,
	type ChartRow,
	chartHistory,
	chartsInForce,
	contentOf,
} from "~/lib/tasks/charts/charts-queries.server";
import { addChart } from "~/lib/tasks/charts/put-chart-in-force.server";
import { chartExtensions, largestChart } from "~/lib/tasks/charts/read-chart";
import { mapFormat } from "~/lib/tasks/draw-task.server";
import { complaintLines } from "~/lib/tasks/files/complaint-lines.server";
import type { ChartKind } from "~db/enums";
import type { Airspace, Waypoint } from "~db/schema";

/** All files of both kinds, the one in force of a kind first, and what the two in force hold. */
export async function readCharts(ctx: StaffCtx<"tasks">) {
	const { db, language } = ctx;
	const { rows, logs, ...charts } = await read(db, {
		rows: chartHistory(db),
		...chartsInForce(db),
		logs: countLogs(db),
	});
	const waypoints = contentOf(charts.waypoints);
	const airspaces = airspacesOf(charts.airspaces);
	return {
		charts: rows.map((row) => toListed(row, language)),
		evaluating: evaluatingNow(logs),
		letters: lettersOf(waypoints, language),
		spaces: spacesInForce(ctx, charts.airspaces),
		drawing: drawCharts(waypoints, airspaces),
		waypoints,
		airspaces: airspaces.map(({ outline: _, ...airspace }) => airspace),
	};
}

/** What the page says where letters of names may have been read in the wrong code page; null where there are none. */
function lettersOf(waypoints: readonly Waypoint[], language: Language) {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: the letters beyond ASCII are what it looks for
	if (!waypoints.some(({ name, code }) => /[^\u0000-\u007f]/.test(name + code))) return null;
	const { t } = textsOf(language);
	return {
		question: t("chartLetters"),
		hint: t("chartLetters.hint"),
		codePages: codePages.map((value) => ({ value, label: t(`chartLetters.${value}`) })),
	};
}

export type Letters = NonNullable<ReturnType<typeof lettersOf>>;

/** What the page says of the airspace file in force: how much of it is checked, and the spaces about which organisers decide. */
function spacesInForce(
	{ edition, language }: StaffCtx<"tasks">,
	parts: Results<ReturnType<typeof chartsInForce>>["airspaces"],
) {
	const [first] = parts;
	if (!first) return null;
	const { t } = textsOf(language);
	const word = (key: string) => t(`chartFile.waiting.${key}`);
	const number = formatNumber(checkedAirspaces(edition, parts).filter(isChecked).length, language);
	const waiting = new Map<string, Airspace>();
	for (const space of contentOf(parts).filter(({ waits }) => waits)) {
		const plain = plainName(space.name);
		if (!waiting.has(plain)) waiting.set(plain, space);
	}
	return {
		id: first.chartId,
		checked: t("chartFile.checked", { number }),
		title: t("chartFile.waiting"),
		hint: word("hint"),
		columns: ["name", "why", "state"].map(word),
		waiting: [...waiting].map(([plain, space]) => {
			const isTakenIn = first.takenIn.includes(plain);
			return {
				name: space.name,
				why: t(`chartFile.waiting.${space.waits}`, { code: decidingCode(space) }),
				isTakenIn,
				state: word(isTakenIn ? "in" : "out"),
				button: word(isTakenIn ? "leaveOut" : "takeIn"),
			};
		}),
	};
}

export type SpacesInForce = NonNullable<ReturnType<typeof spacesInForce>>;

function toListed(row: ChartRow, language: Language) {
	const { byName, bySurname } = row;
	const by = byName === null || bySurname === null ? null : `${byName} ${bySurname}`;
	const document = { id: row.documentId, name: row.documentName };
	// A deleted document is no download any more.
	const file = row.deletedAt ? null : `${documentPath(document)}?version=${row.versionId}`;
	return {
		...pick(row, "id", "kind", "name", "size", "inForce", "inForceSince"),
		by,
		file,
		complaints: complaintLines(row.complaints, language),
	};
}

export type ListedChart = ReturnType<typeof toListed>;

/** What the page says about an upload that put nothing in force. */
export interface UploadReply {
	readonly kind: ChartKind;
	readonly complaints: readonly string[];
}

type Uploaded =
	| { readonly ok: true; readonly isWhole: boolean }
	| { readonly ok: false; readonly reply: UploadReply };

/** Reads the file and puts it in force; one that holds nothing readable changes nothing. */
export async function uploadChart(
	ctx: StaffCtx<"tasks">,
	kind: ChartKind,
	file: FormDataEntryValue | null,
): Promise<Uploaded> {
	const complain = (complaint: string): Uploaded => ({
		ok: false,
		reply: { kind, complaints: complaintLines([{ line: null, complaint }], ctx.language) },
	});
	if (!(file instanceof File) || file.size === 0) return complain("chartFile.missing");
	const name = tidyFileName(file.name);
	// A .cupx has pictures beside its waypoints.
	const isTooLarge = file.size > largestChart && extensionOf(name) !== "cupx";
	if (isTooLarge) return complain("task.file.chartTooLarge");
	if (name.length > limits.fileName) return complain("chartFile.name");
	if (!chartExtensions[kind].includes(extensionOf(name))) return complain(`chart.file.extension.${kind}`);
	const added = await addChart(ctx, kind, file);
	if (!added.ok) return complain(Object.values(added.errors ?? {})[0] ?? `server.${added.reason}`);
	const { size, complaints, waits } = added.value;
	if (size === 0) return { ok: false, reply: { kind, complaints: complaintLines(complaints, ctx.language) } };
	return { ok: true, isWhole: complaints.length === 0 && !waits };
}

/** Names take the longest to place, and more would cover the map. */
const mostNames = 200;

/** Draws both files on a map; null when there is nothing to draw. */
function drawCharts(waypoints: readonly Waypoint[], airspaces: readonly Airspace[]) {
	// Airspace of half a continent must not make one dot of all waypoints.
	const shown = waypoints.length > 0 ? waypoints : airspaces.flatMap(cornersOf);
	if (shown.length === 0) return null;
	const viewport = new Viewport(boundsOf(shown), mapFormat);
	const dots = waypoints.map((waypoint) => {
		const [x, y] = viewport.project(waypoint);
		return { x, y, text: waypoint.name, short: null, kind: "point" as const };
	});
	return {
		map: drawMap(viewport, { places: [] }, { names: dots.slice(0, mostNames), lines: [] }),
		spaces: drawAirspaces(viewport, airspaces),
		/** Points without a name on the map. */
		points: dots.slice(mostNames).map(({ x, y }) => ({ x, y })),
	};
}

export type ChartDrawing = NonNullable<ReturnType<typeof drawCharts>>;

interface DrawnAirspace extends ViewportArea {
	readonly name: string;
	readonly kind: AirspaceKind;
}

function drawAirspaces(viewport: Viewport, airspaces: readonly Airspace[]): DrawnAirspace[] {
	return airspaces
		.filter(({ outline }) => overlap(boxOf(outline), viewport.bounds))
		.flatMap((airspace) => {
			const drawn = areaInViewport(viewport, cornersOf(airspace));
			return drawn ? [{ name: airspace.name, kind: kindOfAirspace(airspace), ...drawn.area }] : [];
		});
}
