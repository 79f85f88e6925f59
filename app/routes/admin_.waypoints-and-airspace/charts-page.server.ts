import { documentPath } from "~/lib/content/documents/document-types";
import type { AdminCtx } from "~/lib/context";
import { read } from "~/lib/db/read.server";
import { countLogs, evaluatingNow } from "~/lib/scoring/steps/progress-queries.server";
import {
	type ChartRow,
	chartHistory,
	chartsInForce,
	contentOf,
} from "~/lib/tasks/charts/charts-queries.server";
import { drawCharts } from "./draw-charts.server";

/** All files of both kinds, the one in force of a kind first, and what the two in force hold. */
export async function readCharts({ db }: AdminCtx) {
	const { rows, logs, ...charts } = await read(db, {
		rows: chartHistory(db),
		...chartsInForce(db),
		logs: countLogs(db),
	});
	const waypoints = contentOf(charts.waypoints);
	const airspaces = contentOf(charts.airspaces);
	return {
		charts: rows.map(toListed),
		evaluating: evaluatingNow(logs),
		drawing: drawCharts(waypoints, airspaces),
		waypoints,
		airspaces: airspaces.map(({ outline: _, ...airspace }) => airspace),
	};
}

function toListed(row: ChartRow) {
	const { id, kind, name, size, inForce, inForceSince, byName, bySurname } = row;
	const by = byName === null || bySurname === null ? null : `${byName} ${bySurname}`;
	const document = { id: row.documentId, name: row.documentName };
	// A deleted document is no download any more.
	const file = row.deletedAt ? null : `${documentPath(document)}?version=${row.versionId}`;
	return { id, kind, name, size, inForce, inForceSince, by, file, complaints: row.complaints };
}

export type ListedChart = ReturnType<typeof toListed>;
