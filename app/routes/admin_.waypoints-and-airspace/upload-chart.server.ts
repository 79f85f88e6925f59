import type { AdminCtx } from "~/lib/context";
import { extensionOf, tidyFileName } from "~/lib/files/file-name";
import { limits } from "~/lib/forms/limits";
import { addChart } from "~/lib/tasks/charts/put-chart-in-force.server";
import { largestChart } from "~/lib/tasks/charts/read-chart";
import type { ChartKind } from "~db/enums";
import type { FileComplaint } from "~db/schema";
import { chartExtensions } from "./chart-extensions";

/** What the page says about an upload that put nothing in force. */
export interface UploadReply {
	readonly kind: ChartKind;
	readonly complaints: readonly FileComplaint[];
}

type Uploaded =
	| { readonly ok: true; readonly isWhole: boolean }
	| { readonly ok: false; readonly reply: UploadReply };

/** Reads the file and puts it in force; one that holds nothing readable changes nothing. */
export async function uploadChart(
	ctx: AdminCtx,
	kind: ChartKind,
	file: FormDataEntryValue | null,
): Promise<Uploaded> {
	const complain = (complaint: string): Uploaded => ({
		ok: false,
		reply: { kind, complaints: [{ line: null, complaint }] },
	});
	if (!(file instanceof File) || file.size === 0) return complain("chart.file.missing");
	if (file.size > largestChart) return complain("task.file.chartTooLarge");
	const name = tidyFileName(file.name);
	if (name.length > limits.fileName) return complain("chart.file.name");
	if (!chartExtensions[kind].includes(extensionOf(name))) return complain(`chart.file.extension.${kind}`);
	const added = await addChart(ctx, kind, file);
	if (!added.ok) return complain(Object.values(added.errors ?? {})[0] ?? `server.${added.reason}`);
	const { size, complaints } = added.value;
	if (size === 0) return { ok: false, reply: { kind, complaints } };
	return { ok: true, isWhole: complaints.length === 0 };
}
