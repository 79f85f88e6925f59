import { z } from "zod";
import type { Ctx } from "~/lib/context";
import { editionOrigin } from "~/lib/editions/edition-hosts";
import { signPath } from "~/lib/files/signed-link.server";
import type { DeliveredFlight } from "./flights-queries.server";

export const pilotJson = z.object({
	_id: z.string(),
	startNumber: z.string(),
	name: z.string(),
	surname: z.string(),
});

export const igcFileJson = z.object({
	_id: z.string(),
	name: z.string(),
	/** Absolute address, valid for an hour. */
	path: z.url(),
	startNumber: z.string(),
	user: z.object({ name: z.string(), surname: z.string() }),
	/** Id of the competition day. */
	day: z.string(),
	createdAt: z.iso.datetime(),
	updatedAt: z.iso.datetime(),
	downloaded: z.boolean(),
	processed: z.boolean(),
	/** Size in bytes. */
	size: z.int(),
	sha256: z.string(),
	/** Time at which a newer log superseded the previous one; absent for the first log. */
	editedAt: z.iso.datetime().optional(),
});

export const uploadedIgcJson = igcFileJson.extend({
	warnings: z.array(
		z.object({ reason: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) }),
	),
});

export const igcGroupJson = z.object({ _id: z.string(), name: z.string(), igcFiles: z.array(igcFileJson) });

interface Pilot {
	readonly id: string;
	readonly startNumber: string;
	readonly name: string;
	readonly surname: string;
}

/** `_id` is the id of the entry. */
export function toPilotJson({ id, startNumber, name, surname }: Pilot): z.infer<typeof pilotJson> {
	return { _id: id, startNumber, name, surname };
}

/** Signs the path of a log. Anybody with this path can download the log for an hour. */
export function signedFilePath(ctx: Ctx, versionId: string): Promise<string> {
	return signPath(ctx, "igc-file", `/api/igc/file/${versionId}`);
}

export async function toIgcFileJson(ctx: Ctx, flight: DeliveredFlight): Promise<z.infer<typeof igcFileJson>> {
	const { id, startNumber, name, surname, dayId, downloaded, processed, size, sha256 } = flight;
	return {
		_id: id,
		name: downloadName(flight.day, startNumber, flight.flightNumber),
		path: editionOrigin(ctx.edition, ctx.settings) + (await signedFilePath(ctx, flight.versionId)),
		startNumber,
		user: { name, surname },
		day: dayId,
		createdAt: flight.createdAt.toISOString(),
		updatedAt: flight.updatedAt.toISOString(),
		downloaded,
		processed,
		size,
		sha256,
		...(flight.editedAt ? { editedAt: flight.editedAt.toISOString() } : {}),
	};
}

export async function toUploadedIgcJson(
	ctx: Ctx,
	flight: DeliveredFlight,
): Promise<z.infer<typeof uploadedIgcJson>> {
	const isSomebodyElses = flight.standing === "unconfirmed" || flight.standing === "kept";
	const added = [
		...(isSomebodyElses ? [{ reason: "sentBySomebodyElse", values: {} }] : []),
		...(flight.standing === "backup" ? [{ reason: "backup", values: {} }] : []),
		...(flight.standing === "waiting" ? [{ reason: "resultsAnnounced", values: {} }] : []),
	];
	return { ...(await toIgcFileJson(ctx, flight)), warnings: [...flight.warnings, ...added] };
}

/** A start number as a part of a file name. Every system accepts ASCII letters, digits and dashes. */
function safeNumber(startNumber: string): string {
	const plain = startNumber
		.normalize("NFD")
		.replace(/\p{M}/gu, "")
		.replace(/[^A-Za-z0-9]+/g, "-")
		.replace(/^-|-$/g, "");
	return plain.slice(0, 32) || "x";
}

/**
 * Returns a name such as `2025-07-15_7K.igc`; the second flight of the day is `2025-07-15_7K_2.igc`.
 * @param day `YYYY-MM-DD`
 * @param startNumber any text
 */
export function downloadName(day: string, startNumber: string, ordinal = 1): string {
	return `${day}_${safeNumber(startNumber)}${ordinal > 1 ? `_${ordinal}` : ""}.igc`;
}

/** Names of the files of one archive, in order. They differ even when case is ignored. */
export function downloadNames(
	logs: readonly { readonly day: string; readonly startNumber: string }[],
): string[] {
	const taken = new Map<string, number>();
	return logs.map(({ day, startNumber }) => {
		const key = downloadName(day, startNumber).toLowerCase();
		const ordinal = (taken.get(key) ?? 0) + 1;
		taken.set(key, ordinal);
		return downloadName(day, startNumber, ordinal);
	});
}
