import { eq } from "drizzle-orm";
import { igcFiles, igcFileVersions } from "~db/schema";
import { createRegistration, databaseOf, recordStatus } from "../factories";
import { type IgcJson, upload, uploadBody } from "../igc";
import { change, dayPage, type VisibleChange } from "./changed-world";

/** Flight logs and the replay of a day. */
export const rows: readonly VisibleChange[] = [
	change(
		"finishVersion",
		"a flight",
		"igc_file_versions",
		[dayPage, "/statuses"],
		async (app, { other, dayId, made }) => {
			const answer = await app.api("POST", "/api/igc", uploadBody(other.id, dayId, { pilot: "1" }), {
				as: { id: other.userId },
			});
			const { _id } = await answer.clone().json<IgcJson>();
			made.flight = _id;
			return answer;
		},
	),
	change(
		"sayCrew",
		"who of two pilots has flown",
		"pilot_days",
		// On a sheet of ours, which this world has not.
		[],
		async (app, { other, made }) => {
			const [flight] = await databaseOf().select().from(igcFiles).where(eq(igcFiles.id, made.flight));
			const said = { intent: "crew", crew: "first" };
			return app.post(`/igc/receipt/${flight?.currentVersionId}`, said, { as: { id: other.userId } });
		},
	),
	change(
		"acceptLandingOut",
		"the desk believes a log that ends in a field",
		"outlandings",
		["/outlandings", "/statuses"],
		async (app, { admin, dayId }) => {
			const { id } = await createRegistration({ accepted: true });
			await recordStatus(id, dayId, "FLYING");
			await upload(app, id, dayId, {
				fixes: 1500,
				start: "11:00:00",
				flight: { latitude: 49.9, longitude: 15.1 },
			});
			const fields = { intent: "accept-out", pilot: id, day: dayId };
			return app.post("/statuses?duty=on", fields, { as: admin });
		},
	),
	change(
		"finishVersion",
		"a newer log of the flight",
		"igc_file_versions",
		["/igc/{made.flight}"],
		(app, { other, dayId }) =>
			app.api("POST", "/api/igc", uploadBody(other.id, dayId, { pilot: "1", fixes: 400 }), {
				as: { id: other.userId },
			}),
	),
	change(
		"decide",
		"the log is discarded, so that the earlier one counts again",
		"igc_file_versions",
		["/igc/{made.flight}"],
		async (app, { admin, made }) => {
			const [flight] = await databaseOf().select().from(igcFiles).where(eq(igcFiles.id, made.flight));
			const versionId = flight?.currentVersionId ?? "";
			return app.post(
				`/igc/${made.flight}`,
				{ intent: "discard", versionId, reason: "Another glider" },
				{ as: admin },
			);
		},
	),
	change(
		"confirmLog",
		"the competitor says that the log of somebody else is theirs",
		"igc_file_versions",
		["/igc/{made.flight}"],
		async (app, { other, dayId }) => {
			const log = uploadBody(other.id, dayId, { pilot: "1", fixes: 450 });
			const sent = await app.post("/igc", log);
			const versionId = sent.headers.get("Location")?.split("?")[0]?.split("/").at(-1);
			return app.post(`/igc/mine/${versionId}`, {}, { as: { id: other.userId } });
		},
	),
	change(
		"restoreIgc",
		"the earlier log counts again",
		"igc_files",
		["/igc/{made.flight}"],
		async (app, { admin, made }) => {
			const versions = await databaseOf()
				.select()
				.from(igcFileVersions)
				.where(eq(igcFileVersions.igcFileId, made.flight));
			const [flight] = await databaseOf().select().from(igcFiles).where(eq(igcFiles.id, made.flight));
			const seenVersionId = flight?.currentVersionId ?? "";
			const versionId = versions.find(({ id }) => id !== seenVersionId)?.id ?? "";
			// For the change after this one.
			const isOfIt = eq(igcFileVersions.id, versionId);
			await databaseOf().update(igcFileVersions).set({ clockShift: 3600 }).where(isOfIt);
			return app.post(`/igc/${made.flight}`, { intent: "restore", versionId, seenVersionId }, { as: admin });
		},
	),
	change(
		"setClock",
		"the clock of a log is as its recorder had it again",
		"igc_file_versions",
		["/igc/{made.flight}"],
		async (app, { admin, made }) => {
			const [flight] = await databaseOf().select().from(igcFiles).where(eq(igcFiles.id, made.flight));
			const versionId = flight?.currentVersionId ?? "";
			const fields = { intent: "unset-clock", versionId, seen: "3600" };
			return app.post(`/igc/${made.flight}`, fields, { as: admin });
		},
	),
	change(
		"moveFlights",
		"a flight is moved to another pilot",
		"igc_files",
		["/igc/{made.flight}", "/statuses"],
		"POST /igc/{made.flight}",
		{ intent: "reassign", pilot: "{made.entry}", day: "{dayId}" },
	),
	change(
		"finishVersion",
		"a flight after another one has gone",
		"igc_file_versions",
		[dayPage],
		async (app, { other, dayId, made }) => {
			const log = uploadBody(other.id, dayId, { recorder: "ALXV6MS" });
			const answer = await app.api("POST", "/api/igc", log, { as: { id: other.userId } });
			const { _id } = await answer.clone().json<IgcJson>();
			made.flight = _id;
			return answer;
		},
	),
	change(
		"chooseRecorder",
		"the log of the second recorder counts",
		"igc_files",
		["/igc/{made.flight}"],
		async (app, { other, dayId }) => {
			const as = { id: other.userId };
			const sent = await app.post("/igc", uploadBody(other.id, dayId, { recorder: "AFLA7B2" }), { as });
			const receipt = sent.headers.get("Location")?.split("?")[0] ?? "";
			return app.post(receipt, { intent: "choose" }, { as });
		},
	),
	change(
		"settle",
		"the packed flights of a day that is over",
		"replays",
		["/days/3/replay?class=club"],
		(app, { other, otherDayId }) =>
			app.api("POST", "/api/igc", uploadBody(other.id, otherDayId, { pilot: "2", date: "2025-07-14" }), {
				as: { id: other.userId },
			}),
	),
];
