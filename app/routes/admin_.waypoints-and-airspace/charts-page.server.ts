import type { AdminCtx } from "~/lib/context";
import { chartHistory, complaintsOf } from "~/lib/charts/charts-queries.server";
import { documentPath } from "~/lib/documents/document-path";

/** All files of both kinds; the one in force of a kind comes first. */
export async function readCharts({ db }: AdminCtx) {
	const rows = await chartHistory(db);
	return rows.map((row) => {
		const { id, kind, name, size, inForce, inForceSince, byName, bySurname } = row;
		const by = byName === null || bySurname === null ? null : `${byName} ${bySurname}`;
		const document = { id: row.documentId, name: row.documentName };
		// A deleted document is no download any more.
		const file = row.deletedAt ? null : `${documentPath(document)}?version=${row.versionId}`;
		return { id, kind, name, size, inForce, inForceSince, by, file, complaints: complaintsOf(row) };
	});
}

export type ListedChart = Awaited<ReturnType<typeof readCharts>>[number];
