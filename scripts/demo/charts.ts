import { readChart } from "~/lib/tasks/charts/read-chart";
import type { ChartKind } from "~db/enums";
import type { charts } from "~db/schema";
import { stableId } from "../reference/stable-id";
import type { documentsOf } from "./documents";

/** Puts the waypoint and the airspace file among the documents in force. */
export function chartsOf(
	year: number,
	{ documents, documentVersions, files }: ReturnType<typeof documentsOf>,
) {
	return documents.flatMap((document): (typeof charts.$inferInsert)[] => {
		const version = documentVersions.find(({ id }) => id === document.currentVersionId);
		const file = files.find(({ key }) => key === version?.key);
		const kind = kindOf(document.name);
		if (!version || !file || !kind) return [];
		const { content, complaints } = readChart(kind, file.bytes);
		return [
			{
				id: stableId(year, "chart", kind),
				kind,
				name: document.name,
				sha256: version.sha256,
				documentVersionId: version.id,
				content,
				size: content.length,
				complaints,
				inForce: true,
				inForceSince: version.createdAt,
				inForceBy: version.uploadedBy,
			},
		];
	});
}

function kindOf(name: string): ChartKind | null {
	if (name.endsWith(".cup")) return "waypoints";
	return name.startsWith("Vzdušný prostor") ? "airspace" : null;
}
