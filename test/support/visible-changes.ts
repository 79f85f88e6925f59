import { eq } from "drizzle-orm";
import {
	competitionDays,
	competitorStatuses,
	igcFiles,
	igcFileVersions,
	registrations,
	users,
} from "~db/schema";
import { eraseByMail, signedUp } from "./accounts";
import type { App } from "./app";
import { entryBody, idsOf } from "./entries";
import { createAdmin, createRegistration, databaseOf, seedReference } from "./factories";
import { type IgcJson, uploadBody } from "./igc";
import { statedTask } from "./stated-task";

/** What the changes are made to. */
export type ChangedWorld = Awaited<ReturnType<typeof createChangedWorld>>;

/** One kind of change that visitors see. */
export interface VisibleChange {
	/** The file below app/lib that writes it. */
	readonly useCase: string;
	readonly what: string;
	/** Public pages and reads of the API that show it. */
	readonly seenAt: (world: ChangedWorld) => readonly string[];
	/** The table that it is written to. */
	readonly table: string;
	readonly make: (app: App, world: ChangedWorld) => Promise<Response>;
	/** Whether a service with a clock of its own takes part. */
	readonly byTheClock?: boolean;
}

/** The day all changes are about. */
const date = "2025-07-15";

export async function createChangedWorld() {
	const reference = await seedReference();
	const admin = await createAdmin();
	const day = reference.competitionDays.find((one) => one.date === date);
	if (!day) throw new Error(`${date} is no competition day`);
	const ids = idsOf(reference);
	return {
		reference,
		ids,
		admin,
		dayId: day.id,
		otherDayId: reference.competitionDays.find((one) => one.date === "2025-07-14")?.id ?? "",
		other: await createRegistration({ accepted: true, competitionClassId: ids.club }),
		reserve: await createRegistration({ accepted: true, isReserve: true, competitionClassId: ids.club }),
		/** What a change leaves for those after it. */
		made: { pilot: "", entry: "", news: "", document: "", flight: "", task: "" },
	};
}

const lists = ["/starting-list", "/api/starting-list"];
const days = ["/api/days", "/calendar.ics"];
const dayPage = "/days/4";

function multipart(fields: Readonly<Record<string, string | File>>): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	return form;
}

const document = (content: string) => multipart({ document: new File([content], "propozice.txt") });

const airspace = () =>
	new File(["AC R\nAN Les\nAL GND\nAH FL 95\nV X=49:30:00 N 015:52:00 E\nDC 2"], "prostory.txt");

/** Keeps an id that a call of the API answered with. */
async function keep(response: Response, into: (json: { readonly _id: string }) => void): Promise<Response> {
	into(await response.clone().json());
	return response;
}

/** All kinds of visible changes, in an order in which each finds what it needs. */
export const visibleChanges: readonly VisibleChange[] = [
	{
		useCase: "registrations/enter",
		what: "an entry that waits",
		table: "registrations",
		seenAt: () => ["/starting-list"],
		make: async (app, { ids, made }) => {
			const person = await signedUp(app);
			made.pilot = person.user._id;
			const answer = await app.api("POST", "/api/registration", entryBody(ids), {
				headers: { Authorization: `Bearer ${person.token}` },
			});
			return keep(answer, ({ _id }) => {
				made.entry = _id;
			});
		},
	},
	{
		useCase: "registrations/quick-actions",
		what: "an entry is accepted",
		table: "registrations",
		seenAt: () => [...lists, "/api/igc/form"],
		make: (app, { admin, made }) =>
			app.api("PUT", `/api/registration/${made.entry}/quick-actions`, { accepted: true }, { as: admin }),
	},
	{
		useCase: "registrations/update-registration",
		what: "an accepted entry is changed",
		table: "registrations",
		seenAt: () => lists,
		make: (app, { ids, made }) =>
			app.api(
				"PUT",
				"/api/registration",
				{ ...entryBody(ids), aeroclub: "Aeroklub Mezihoří" },
				{ as: { id: made.pilot } },
			),
	},
	{
		useCase: "registrations/decide-change",
		what: "an accepted entry gets another start number",
		table: "registrations",
		seenAt: () => [...lists, "/api/igc/form"],
		make: async (app, { ids, admin, made }) => {
			const { glider, ...body } = entryBody(ids);
			const wanted = { ...body, aeroclub: "Aeroklub Mezihoří", glider: { ...glider, startNumber: "Q9" } };
			await app.api("PUT", "/api/registration", wanted, { as: { id: made.pilot } });
			const [entry] = await databaseOf().select().from(registrations).where(eq(registrations.id, made.entry));
			const fields = { intent: "accept-change", entry: made.entry, version: String(entry?.version) };
			return app.post("/starting-list", fields, { as: admin });
		},
	},
	{
		useCase: "accounts/change-profile",
		what: "a competitor's name",
		table: "users",
		seenAt: () => lists,
		make: async (app, { made }) => {
			const [user] = await databaseOf().select().from(users).where(eq(users.id, made.pilot));
			const body = { name: "Hana", surname: "Provdaná", email: user?.email };
			return app.api("PUT", "/api/users", body, { as: { id: made.pilot } });
		},
	},
	{
		useCase: "news/add-news",
		what: "a news item",
		table: "news",
		seenAt: () => ["/", "/news", "/news.atom", "/api/news"],
		make: async (app, { admin, made }) =>
			keep(
				await app.api("POST", "/api/news", { title: "Briefing", body: "V 9.30." }, { as: admin }),
				({ _id }) => {
					made.news = _id;
				},
			),
	},
	{
		useCase: "news/delete-news",
		what: "a news item is gone",
		table: "news",
		seenAt: () => ["/", "/news", "/news.atom", "/api/news"],
		make: (app, { admin, made }) => app.api("DELETE", `/api/news/${made.news}`, undefined, { as: admin }),
	},
	{
		useCase: "documents/add-document",
		what: "a document",
		table: "documents",
		seenAt: () => ["/documents", "/api/documents"],
		make: async (app, { admin, made }) =>
			keep(await app.api("POST", "/api/documents", document("Propozice"), { as: admin }), ({ _id }) => {
				made.document = _id;
			}),
	},
	{
		useCase: "documents/add-document",
		what: "a document's new version",
		table: "documents",
		seenAt: () => ["/documents", "/api/documents"],
		make: (app, { admin }) =>
			app.api("POST", "/api/documents", document("Propozice, druhé znění"), { as: admin }),
	},
	{
		useCase: "charts/put-chart-in-force",
		what: "an airspace file in force",
		table: "charts",
		seenAt: () => ["/documents", "/api/documents"],
		make: (app, { admin }) =>
			app.post("/admin/waypoints-and-airspace", multipart({ kind: "airspace", chart: airspace() }), {
				as: admin,
			}),
	},
	{
		useCase: "documents/delete-document",
		what: "a document is gone",
		table: "documents",
		seenAt: () => ["/documents", "/api/documents"],
		make: (app, { admin, made }) =>
			app.api("DELETE", `/api/documents/${made.document}`, undefined, { as: admin }),
	},
	{
		useCase: "days/add-day",
		what: "a competition day",
		table: "competition_days",
		seenAt: () => days,
		make: (app, { admin }) =>
			app.api("POST", "/api/days", { name: "Rezervní den", date: "2025-07-27" }, { as: admin }),
	},
	{
		useCase: "days/update-day",
		what: "a day gets its task",
		table: "competition_days",
		seenAt: ({ dayId }) => ["/", dayPage, ...days, "/statuses", `/api/competitorstatuses/${dayId}`],
		make: (app, { admin, dayId }) => app.api("PUT", `/api/days/${dayId}`, { task: "TASK" }, { as: admin }),
	},
	{
		useCase: "days/make-statuses",
		what: "the rows of a day",
		table: "competitor_statuses",
		seenAt: ({ otherDayId }) => [
			"/statuses?day=2025-07-14",
			"/statuses?day=2025-07-14&view=board",
			`/api/competitorstatuses/${otherDayId}`,
		],
		make: (app, { admin, otherDayId }) =>
			app.api("POST", "/api/competitorstatuses", { day: otherDayId }, { as: admin }),
	},
	{
		useCase: "statuses/launch-class",
		what: "a class is in the air",
		table: "competitor_statuses",
		seenAt: ({ dayId }) => [
			"/",
			dayPage,
			"/statuses",
			"/statuses?view=board",
			`/api/competitorstatuses/${dayId}`,
		],
		make: (app, { admin, dayId }) =>
			app.post("/statuses?duty=on", { intent: "launch", day: dayId, class: "club" }, { as: admin }),
	},
	{
		useCase: "statuses/set-status",
		what: "a competitor is home",
		table: "competitor_statuses",
		seenAt: ({ dayId }) => [
			"/",
			dayPage,
			"/statuses",
			"/statuses?view=board",
			`/api/competitorstatuses/${dayId}`,
		],
		make: async (app, { admin, dayId }) => {
			const rows = await databaseOf()
				.select()
				.from(competitorStatuses)
				.where(eq(competitorStatuses.dayId, dayId));
			return app.api("PUT", `/api/competitorstatuses/${rows[0]?.id}`, { status: "HOME" }, { as: admin });
		},
	},
	{
		useCase: "statuses/reserve-of-day",
		what: "a reserve is added to a day",
		table: "competitor_statuses",
		seenAt: ({ dayId }) => [dayPage, "/statuses", "/statuses?view=board", `/api/competitorstatuses/${dayId}`],
		make: (app, { admin, dayId, reserve }) =>
			app.post("/statuses", { intent: "add-reserve", day: dayId, reserve: reserve.id }, { as: admin }),
	},
	{
		useCase: "statuses/reserve-of-day",
		what: "a reserve is removed from a day",
		table: "competitor_statuses",
		seenAt: ({ dayId }) => ["/statuses", "/statuses?view=board", `/api/competitorstatuses/${dayId}`],
		make: (app, { admin, dayId, reserve }) =>
			app.post("/statuses", { intent: "remove-reserve", day: dayId, reserve: reserve.id }, { as: admin }),
	},
	{
		useCase: "days/set-tracking",
		what: "a tracking link",
		table: "tracking_entries",
		seenAt: ({ dayId }) => ["/", "/contacts", `/api/tracking/${dayId}`],
		make: (app, { admin, dayId, ids }) =>
			app.api(
				"POST",
				`/api/tracking/${dayId}/${ids.club}`,
				{ taskUrl: "https://tracking.example.com/club" },
				{ as: admin },
			),
	},
	{
		useCase: "days/set-tracking",
		what: "a tracking link is gone",
		table: "tracking_entries",
		seenAt: ({ dayId }) => ["/", "/contacts", `/api/tracking/${dayId}`],
		make: (app, { admin, dayId, ids }) =>
			app.api("DELETE", `/api/tracking/${dayId}/${ids.club}`, undefined, { as: admin }),
	},
	{
		useCase: "tasks/publish-task",
		what: "a task",
		table: "tasks",
		seenAt: ({ dayId }) => ["/", dayPage, `/tasks/${date}`, `/tasks/${date}/club.tsk`, `/api/tasks/${dayId}`],
		make: async (app, { admin, dayId, ids, made }) => {
			const draft = await app.api("PUT", `/api/tasks/${dayId}/${ids.club}`, statedTask(), { as: admin });
			await keep(draft, ({ _id }) => {
				made.task = _id;
			});
			return app.api("PATCH", `/api/tasks/${made.task}`, { published: true }, { as: admin });
		},
	},
	{
		useCase: "scoring/store-scores",
		what: "a decision of the scorer",
		table: "score_sheets",
		seenAt: ({ dayId, ids }) => [`/api/scoring/${dayId}/${ids.club}`],
		make: (app, { admin, dayId, ids, other }) =>
			app.api(
				"PATCH",
				`/api/scoring/${dayId}/${ids.club}/${other.id}`,
				{ penalties: [{ points: 10, text: "Pozdní záznam" }], reason: "Po lhůtě" },
				{ as: admin },
			),
	},
	{
		useCase: "scoring/decide-class",
		what: "the scores of a class are hidden",
		table: "score_sheets",
		seenAt: ({ dayId, ids }) => [`/api/scoring/${dayId}/${ids.club}`],
		make: (app, { admin, dayId, ids }) =>
			app.api(
				"PATCH",
				`/api/scoring/${dayId}/${ids.club}`,
				{ published: false, reason: "Chyba v úloze" },
				{ as: admin },
			),
	},
	{
		useCase: "tasks/change-task",
		what: "the briefing of a task",
		table: "tasks",
		seenAt: ({ made }) => [`/tasks/${date}`, `/tasks/${made.task}/sheet`, `/api/tasks/task/${made.task}`],
		make: (app, { admin, made }) =>
			app.api("PATCH", `/api/tasks/${made.task}`, { briefing: { note: "Pozor na výcvik" } }, { as: admin }),
	},
	{
		useCase: "tasks/cancel-task",
		what: "a task is cancelled",
		table: "tasks",
		seenAt: ({ dayId }) => ["/", dayPage, `/tasks/${date}`, `/tasks/${date}/club.tsk`, `/api/tasks/${dayId}`],
		make: (app, { admin, made }) =>
			app.api("PATCH", `/api/tasks/${made.task}`, { cancelled: true }, { as: admin }),
	},
	{
		useCase: "results/import-results",
		what: "results of a class and day",
		table: "daily_results",
		seenAt: ({ dayId, ids }) => [
			"/",
			dayPage,
			"/results",
			"/results?view=total",
			"/api/results/top",
			"/api/results/daily/filters",
			`/api/results/total/${ids.club}`,
			`/api/results/daily/${ids.club}/${dayId}`,
		],
		make: (app, { admin, dayId, ids }) =>
			app.post(
				"/admin/results",
				multipart({
					intent: "import",
					competitionClass: ids.club,
					day: dayId,
					status: "official",
					replaces: "none",
					text: "name,points\nAdam Zkušební,812",
				}),
				{ as: admin },
			),
	},
	{
		useCase: "results/follow-source",
		what: "results go back to their source",
		table: "result_sheets",
		// Where the rows come from next is no text of a page.
		seenAt: () => [],
		make: (app, { admin, dayId, ids }) =>
			app.post("/admin/results", multipart({ intent: "follow", competitionClass: ids.club, day: dayId }), {
				as: admin,
			}),
	},
	{
		useCase: "classes/import-glider-types",
		what: "an index of a glider type",
		table: "glider_types",
		seenAt: () => ["/starting-list", "/api/registration/form"],
		make: (app, { admin }) =>
			app.post(
				"/admin/glider-types",
				multipart({ intent: "import", list: "name,index,competitionClassType\nLS 4,101.9,club" }),
				{ as: admin },
			),
	},
	{
		useCase: "igc/store-log",
		what: "a flight",
		table: "igc_file_versions",
		seenAt: () => [dayPage, "/statuses"],
		make: async (app, { other, dayId, made }) => {
			const answer = await app.api("POST", "/api/igc", uploadBody(other.id, dayId, { pilot: "1" }));
			const { _id } = await answer.clone().json<IgcJson>();
			made.flight = _id;
			return answer;
		},
	},
	{
		useCase: "igc/store-log",
		what: "a newer log of the flight",
		table: "igc_file_versions",
		seenAt: ({ made }) => [`/igc/${made.flight}`],
		make: (app, { other, dayId }) =>
			app.api("POST", "/api/igc", uploadBody(other.id, dayId, { pilot: "1", fixes: 400 })),
	},
	{
		useCase: "igc/restore-igc",
		what: "the earlier log counts again",
		table: "igc_files",
		seenAt: ({ made }) => [`/igc/${made.flight}`],
		make: async (app, { admin, made }) => {
			const versions = await databaseOf()
				.select()
				.from(igcFileVersions)
				.where(eq(igcFileVersions.igcFileId, made.flight));
			const [flight] = await databaseOf().select().from(igcFiles).where(eq(igcFiles.id, made.flight));
			const seenVersionId = flight?.currentVersionId ?? "";
			const versionId = versions.find(({ id }) => id !== seenVersionId)?.id ?? "";
			return app.post(`/igc/${made.flight}`, { intent: "restore", versionId, seenVersionId }, { as: admin });
		},
	},
	{
		useCase: "igc/reassign-igc",
		what: "a flight is moved to another pilot",
		table: "igc_files",
		seenAt: ({ made }) => [`/igc/${made.flight}`, "/statuses"],
		make: (app, { admin, made, dayId }) =>
			app.post(`/igc/${made.flight}`, { intent: "reassign", pilot: made.entry, day: dayId }, { as: admin }),
	},
	{
		useCase: "replay/make-replay",
		what: "the packed flights of a day that is over",
		table: "replays",
		seenAt: () => ["/days/3/replay?class=club"],
		make: (app, { other, otherDayId }) =>
			app.api("POST", "/api/igc", uploadBody(other.id, otherDayId, { pilot: "2", date: "2025-07-14" })),
	},
	{
		useCase: "results/sync-class",
		what: "results from SoaringSpot",
		byTheClock: true,
		table: "daily_results",
		seenAt: ({ dayId, otherDayId, ids }) => [
			"/results",
			"/api/results/top",
			`/api/results/daily/${ids.club}/${otherDayId}`,
			`/api/results/daily/${ids.club}/${dayId}`,
		],
		make: async (app, { admin }) => {
			await databaseOf().update(competitionDays).set({ task: "TASK" });
			return app.post("/admin/results", multipart({ intent: "sync" }), { as: admin });
		},
	},
	{
		useCase: "accounts/erase-account",
		what: "a competitor has erased their account",
		table: "users",
		seenAt: () => lists,
		make: async (app, { made }) => {
			const [person] = await databaseOf().select().from(users).where(eq(users.id, made.pilot));
			return eraseByMail(app, { id: made.pilot, email: person?.email ?? "" });
		},
	},
];
