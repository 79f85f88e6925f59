import { eq } from "drizzle-orm";
import { beforeEach, expect } from "vitest";
import { auditLog, igcFiles, igcFileVersions, pilotDays } from "~db/schema";
import { type App, createApp } from "./app";
import { createAdmin, databaseOf, seedReference } from "./factories";
import { type FlownOptions, flownFile } from "./flown";
import { elementsIn, hiddenIn, sourceOf } from "./html";
import { pilotOf, uploadBody } from "./igc";
import { insertTask } from "./insert-task";
import { home, scoredClass, scoredTask } from "./scored-class";

interface Entry {
	readonly id: string;
	readonly userId: string;
}

interface Sending {
	/** Undefined for the competitor, null for a visitor. */
	readonly as?: { readonly id: string } | null;
	readonly on?: App;
}

/** Two classes of a day, made anew before every test, whose logs are settled at the desk: 7K and AB fly in one, XY in the other. */
export function unsettledLogs() {
	const scored = scoredClass();
	const db = databaseOf();
	const world = {
		admin: { id: "" },
		zizkova: { id: "", userId: "" },
		mala: { id: "", userId: "" },
		xenie: { id: "", userId: "" },
		/** The class of XY. */
		eighteen: "",
	};
	const deskPath = (classType: string) => `/admin/scoring/${scored.day.date}/${classType}`;

	/** A flight that nobody else has flown: each begins some minutes later. */
	function flight(minutes: number, options: Partial<FlownOptions> = {}): Uint8Array {
		const begins = new Date(Date.UTC(2025, 6, 15, 10, minutes)).toISOString().slice(11, 19);
		return flownFile({ hops: home, interval: 20, recorder: `ALXV${100 + minutes}`, begins, ...options });
	}

	/** Sends a log. @returns the answer of the form */
	async function post(
		entry: Entry,
		log: Uint8Array,
		{ as, on = scored.app }: Sending = {},
	): Promise<Response> {
		const sender = as === undefined ? await pilotOf(entry.id) : (as ?? undefined);
		return on.post("/igc", uploadBody(entry.id, scored.day.id, log), { as: sender, language: "en" });
	}

	/** @returns the path of the receipt */
	async function send(entry: Entry, log: Uint8Array, sending: Sending = {}): Promise<string> {
		const response = await post(entry, log, sending);
		expect(response.status).toBe(303);
		return response.headers.get("Location")?.split("?")[0] ?? "";
	}

	/** Stores that the desk has launched a competitor. @param times of the day, UTC */
	async function launch({ id }: Entry, ...times: readonly string[]): Promise<void> {
		const launches = times.map((time) => Date.parse(`2025-07-15T${time}Z`));
		await db
			.insert(pilotDays)
			.values({ dayId: scored.day.id, registrationId: id, launches })
			.onConflictDoUpdate({ target: [pilotDays.dayId, pilotDays.registrationId], set: { launches } });
	}

	/** A competitor's row at the desk, no-break spaces as ordinary ones. */
	async function row({ id }: Entry, { classType = "club", language = "en", on = scored.app }: Desk = {}) {
		const html = await sourceOf(await on.get(deskPath(classType), { as: world.admin, language }));
		return elementsIn(html.replaceAll("\u00a0", " "), "tbody tr").find((one) => one.id === id);
	}

	/** Sends a form of the desk. @returns the message that the next page shows */
	async function act(
		fields: Readonly<Record<string, string>>,
		{ classType = "club", on = scored.app }: Desk = {},
	) {
		const response = await on.post(deskPath(classType), fields, { as: world.admin, language: "en" });
		expect(response.status).toBe(303);
		return decodeURIComponent(response.headers.get("Set-Cookie") ?? "");
	}

	/** Presses a button of a competitor's row. @returns the message that the next page shows */
	async function press(entry: Entry, words: string, desk: Desk = {}): Promise<string> {
		const shown = await row(entry, desk);
		const form = elementsIn(shown ?? "", "form").find(({ textContent }) => textContent === words);
		expect(form, `${words} in: ${shown?.textContent}`).toBeDefined();
		const intent = form?.querySelector("button")?.getAttribute("value") ?? "";
		return act({ ...hiddenIn(form ?? ""), intent }, desk);
	}

	/** What the API says of a competitor's score. @param as the organiser by default */
	async function score({ id }: Entry, as: { readonly id: string } | undefined = world.admin) {
		const classId = id === world.xenie.id ? world.eighteen : scored.club;
		const answer = await scored.app.api("GET", `/api/scoring/${scored.day.id}/${classId}`, undefined, { as });
		const { rows } = await answer.json<{ readonly rows: readonly ScoreJson[] }>();
		return rows.find(({ pilot }) => pilot._id === id);
	}

	/** The flights of a competitor with the versions that count. */
	async function flights({ id }: Entry) {
		const rows = await db
			.select()
			.from(igcFiles)
			.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
			.where(eq(igcFiles.registrationId, id))
			.orderBy(igcFiles.flightNumber);
		return rows.map((one) => ({ flight: one.igc_files, version: one.igc_file_versions }));
	}

	const audited = (action: string) => db.select().from(auditLog).where(eq(auditLog.action, action));

	beforeEach(async () => {
		world.admin = await createAdmin();
		await scored.publish(scoredTask);
		const { competitionClasses } = await seedReference();
		world.eighteen = competitionClasses.find(({ type }) => type === "18_meter")?.id ?? "";
		await insertTask(scoredTask, {
			id: "task-eighteen",
			dayId: scored.day.id,
			competitionClassId: world.eighteen,
			number: 1,
		});
		world.zizkova = await scored.pilot("Žižková", "7K");
		world.mala = await scored.pilot("Malá", "AB");
		world.xenie = await scored.pilot("Xenie", "XY", world.eighteen);
	});

	return { scored, world, flight, post, send, launch, row, act, press, score, flights, audited };
}

/** The class whose desk it is, and who reads it when. */
interface Desk {
	readonly classType?: "club" | "18_meter";
	readonly language?: "cs" | "en";
	readonly on?: App;
}

interface ScoreJson {
	readonly pilot: { readonly _id: string };
	readonly status: string;
	readonly points: number | null;
	readonly start: string | null;
	readonly distanceM: number | null;
	readonly findings: readonly { readonly kind: string; readonly text: string }[];
}

/** When an organiser looks at the day again. */
export const nextMorning = createApp({ clock: "2025-07-16T06:00:00Z" });
