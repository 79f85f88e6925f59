import { z } from "zod";
import { asStaff } from "~/lib/access";
import type { Ctx, StaffCtx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { acceptedPilots } from "~/lib/days/unsent-logs-queries.server";
import { first, read } from "~/lib/db/read.server";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { readObject } from "~/lib/files/object-storage.server";
import { isSignedLink } from "~/lib/files/signed-link.server";
import { answer, asJson, type Call, forAll, forStaff } from "~/lib/http/api-call.server";
import { contentDisposition, downloadHeaders } from "~/lib/http/download.server";
import { sortedByStartNumber } from "~/lib/i18n/collate";
import { done, type Result, refuse } from "~/lib/result";
import { archivedFlights, archiveOfDay } from "./archive-of-day.server";
import { setIgcFlags } from "./change-flight.server";
import { recordArchive } from "./download-igc.server";
import { flightOfVersion } from "./flights-queries.server";
import {
	downloadName,
	igcFileJson,
	igcGroupJson,
	pilotJson,
	toIgcFileJson,
	toPilotJson,
	toUploadedIgcJson,
	uploadedIgcJson,
} from "./igc-json.server";
import { igcFlagsSchema } from "./igc-schemas";
import { uploadIgc } from "./upload-igc.server";
import { versionById } from "./versions-queries.server";

const forLogs = forStaff("logs");

/** Calls about flight logs. */
export const flightCalls: readonly Call[] = [
	forAll("GET /api/igc/form", {
		summary: "Pilots one may upload a flight log for, by start number",
		cached: true,
		response: z.array(pilotJson),
		run: async ({ ctx }) => done(sortedByStartNumber(await acceptedPilots(ctx.db)).map(toPilotJson)),
	}),
	forAll("POST /api/igc", {
		summary: "Upload a flight log; 200 when it superseded one of the same flight or was there already",
		status: 201,
		upload: ["igc", "pilot", "day"],
		response: uploadedIgcJson,
		refusals: [
			"invalid-fields",
			"invalid-pilot",
			"invalid-day",
			"invalid-flight-log",
			"storage-failed",
			"uploads-closed",
		],
		run: async ({ ctx, body }) => {
			const result = await uploadIgc(ctx, body);
			if (!result.ok) return result;
			const { versionId, outcome } = result.value;
			// Never the version that counts instead: its link would open the competitor's own log to a stranger.
			const [flight] = await flightOfVersion(ctx.db, versionId);
			if (!flight) return refuse("not-found");
			const isAdded = outcome === "new" || outcome === "beside";
			return answer(await toUploadedIgcJson(ctx, flight), isAdded ? 201 : 200);
		},
	}),
	// The id is that of a day here, and that of one flight below.
	forLogs("GET /api/igc/{id}", {
		summary: "Flight logs of a day by class, without discarded ones, each with a link good for an hour",
		response: z.array(igcGroupJson),
		refusals: ["not-found"],
		run: ({ ctx, params }) => logsOfDay(ctx, params.id),
	}),
	forLogs("PUT /api/igc/{id}", {
		summary: "Mark a flight log as downloaded or processed; what is not sent stays",
		body: igcFlagsSchema,
		response: igcFileJson,
		refusals: ["invalid-fields", "not-found", "stale"],
		run: ({ ctx, params, body: { seenVersionId, ...flags } }) =>
			asJson(setIgcFlags(ctx, params.id, flags, seenVersionId), (flight) => toIgcFileJson(ctx, flight)),
	}),
	forAll("GET /api/igc/file/{versionId}", {
		summary: "Bytes of a flight log, for a signed link or an admin",
		response: "application/vnd.fai.igc",
		refusals: ["token-invalid", "not-admin", "not-found", "log-removed", "storage-failed"],
		run: async ({ ctx, params, url }) => {
			if (!(await isSignedLink(ctx, "igc-file", url))) asStaff(ctx, "logs");
			return sendLog(ctx, params.versionId);
		},
	}),
	forAll("GET /api/igc/archive/{dayId}", {
		summary: "All flight logs of a day as a ZIP file, for a signed link or an admin",
		response: "application/zip",
		refusals: ["token-invalid", "not-admin", "not-found", "storage-failed"],
		run: async ({ ctx, params: { dayId }, url, isHead }) => {
			const byToken = (await isSignedLink(ctx, "igc-day", url)) ? null : asStaff(ctx, "logs");
			const archive = await archiveOfDay(ctx, dayId);
			if (!archive.ok) return archive;
			if (byToken && !isHead) await recordArchive(byToken, dayId, archive.value.flights);
			return new Response(archive.value.body, {
				headers: {
					"Content-Type": "application/zip",
					"Content-Disposition": contentDisposition(archive.value.name, "attachment"),
				},
			});
		},
	}),
];

async function logsOfDay(
	ctx: StaffCtx<"logs">,
	dayId: string,
): Promise<Result<z.infer<typeof igcGroupJson>[]>> {
	const { day, classes, flights } = await read(ctx.db, {
		day: first(dayById(ctx.db, dayId)),
		classes: allClasses(ctx.db),
		flights: archivedFlights(ctx.db, dayId),
	});
	if (!day) return refuse("not-found");
	const groups = classes.map(async ({ id: classId, name }) => {
		const ofClass = flights.filter(({ competitionClassId }) => competitionClassId === classId);
		const igcFiles = await Promise.all(
			sortedByStartNumber(ofClass).map((flight) => toIgcFileJson(ctx, flight)),
		);
		return { _id: classId, name, igcFiles };
	});
	return done(await Promise.all(groups));
}

async function sendLog(ctx: Ctx, versionId: string) {
	const [version] = await versionById(ctx.db, versionId);
	if (!version) return refuse("not-found");
	if (version.isRemoved) return refuse("log-removed");
	const object = await readObject(ctx, version.key);
	if (!object.ok) return object;
	const headers = downloadHeaders({
		name: downloadName(version.day, version.startNumber, version.flightNumber),
		mimetype: "application/vnd.fai.igc",
		sha256: version.sha256,
		public: false,
	});
	headers.set("Content-Length", String(object.value.size));
	return new Response(object.value.body, { headers });
}
