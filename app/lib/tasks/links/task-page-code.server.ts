import type { Ctx } from "~/lib/context";
import { editionOrigin } from "~/lib/editions/edition-origin";
import { type QrPath, qrPath } from "~/lib/qr-code";
import { type TaskPlace, taskPath } from "../task-paths";

/** A QR code of the page with the task: one scan, and a phone shows it. */
export function taskPageCode(
	{ edition, settings }: Pick<Ctx, "edition" | "settings">,
	place: TaskPlace,
): QrPath {
	return qrPath(`${editionOrigin(edition.year, settings)}${taskPath(place)}`);
}
