import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach } from "vitest";
import {
	cancellations,
	dailyResults,
	dayScores,
	flightResults,
	igcFiles,
	igcFileVersions,
	pilotDays,
	protests,
	registrations,
	results,
	resultTables,
	scoreDecisions,
	type Task,
	tasks,
} from "~db/schema";
import { type App, createApp } from "./app";
import { createRegistration, createUser, databaseOf, seedReference } from "./factories";
import { type FlownOptions, flownFile, outAndReturn, place } from "./flown";
import { sourceOf } from "./html";
import { pilotOf, uploadBody } from "./igc";
import { insertTask } from "./insert-task";
import { setTask } from "./result-sheets";

/*
 * A task of 197 km, and flights at 25 m/s as in the tests of the engine: a finisher needs 7,880 s, 90 km/h. The day is
 * 15 July 2025; the tests read its results in the evening.
 */
export const scoredTask = outAndReturn({ scoring: { handicaps: false } });
const towed = [{ to: place(-400), height: 0 }, { to: place(-5000) }];
export const home = [
	...towed,
	{ to: place(100_000) },
	{ to: place(0), height: 100 },
	{ to: place(-300), height: 0, stay: 120 },
];
export const short = [...towed, { to: place(60_000), height: 0, stay: 120 }];

/** Adds flights that each pilot is said to have made on the day, until there are as many logs in all. */
export async function moreFlights(logs: number): Promise<void> {
	const db = databaseOf();
	const sent = await db
		.select()
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFiles.currentVersionId, igcFileVersions.id));
	const igc = flownFile({ hops: short, interval: 20 });
	const others = Array.from({ length: logs - sent.length }, (_, index) => {
		const from = sent[index % sent.length];
		if (!from) throw new Error("no log");
		const { igc_files: file, igc_file_versions: version } = from;
		const flightNumber = index + 2;
		const [id, igcFileId, key] = [version.id, file.id, version.key].map(
			(each) => `${each}-${flightNumber}`,
		) as [string, string, string];
		const sha256 = `${version.sha256.slice(3)}${String(flightNumber).padStart(3, "0")}`;
		return {
			key,
			statements: [
				db.insert(igcFiles).values({ ...file, id: igcFileId, currentVersionId: id, flightNumber }),
				db.insert(igcFileVersions).values({ ...version, id, igcFileId, key, sha256 }),
			] as const,
		};
	});
	for (const { key, statements } of others) {
		await db.batch(statements);
		await env.FILES.put(key, igc);
	}
}

/** A class on a day without task, logs and pilots, made anew before every test. */
export function scoredClass() {
	const db = databaseOf();
	const evening = createApp({ clock: "2025-07-15T18:00:00Z" });
	/** Two pilots who fly the same have not one log: each has a recorder, which misses another fix before the take-off. */
	const flying: string[] = [];
	const placeOf = (id: string) => {
		if (!flying.includes(id)) flying.push(id);
		return flying.indexOf(id);
	};
	const scored = {
		app: evening,
		day: { id: "", date: "" },
		/** By date. */
		days: [] as readonly { readonly id: string; readonly date: string }[],
		club: "",
		taskId: "task-a",

		async publish(
			task: Task,
			{
				id = "task-a",
				number = 1,
				state = "published",
			}: { id?: string; number?: number; state?: "draft" | "published" } = {},
		) {
			const where = { id, dayId: scored.day.id, competitionClassId: scored.club };
			await insertTask(task, { ...where, number, state });
		},

		async pilot(surname: string, startNumber: string, classId?: string) {
			const user = await createUser({ name: "Jana", surname });
			return createRegistration({
				userId: user.id,
				accepted: true,
				startNumber,
				competitionClassId: classId ?? scored.club,
			});
		},

		/** Uploads a flight, as its pilot. @returns the path of its receipt */
		async fly(entry: { readonly id: string }, options: FlownOptions, app: App = evening): Promise<string> {
			const missed = 4 * placeOf(entry.id);
			const recorder = `ALXV${100 + placeOf(entry.id)}`;
			const change = (line: string, elapsed: number) =>
				elapsed > 0 && elapsed === missed
					? null
					: (options.change?.(line, elapsed) ?? (options.change ? null : line));
			const body = uploadBody(entry.id, scored.day.id, flownFile({ recorder, ...options, change }));
			const response = await app.post("/igc", body, { as: await pilotOf(entry.id) });
			if (response.status !== 303) throw new Error(`the upload was answered with ${response.status}`);
			return response.headers.get("Location") ?? "";
		},

		/** The daily results in English, no-break spaces as ordinary ones. */
		async daily(app: App = evening): Promise<string> {
			const path = `/results?view=daily&class=${scored.club}&day=${scored.day.id}`;
			return (await sourceOf(await app.get(path, { language: "en" }))).replaceAll("\u00a0", " ");
		},
	};

	beforeEach(async () => {
		await db.batch([
			db.delete(results),
			db.delete(dayScores),
			db.delete(protests),
			db.delete(scoreDecisions),
			db.delete(flightResults),
			db.delete(cancellations),
			db.delete(tasks),
			db.update(igcFiles).set({ currentVersionId: null }),
			db.delete(igcFileVersions),
			db.delete(igcFiles),
			db.delete(pilotDays),
			db.delete(dailyResults),
			db.delete(resultTables),
			db.update(registrations).set({ accepted: false, withdrawnFrom: null }),
		]);
		const reference = await seedReference();
		const day = reference.competitionDays.find(({ date }) => date === "2025-07-15");
		if (!day) throw new Error("no such day");
		scored.day = day;
		scored.days = reference.competitionDays;
		scored.club = reference.competitionClasses.find(({ type }) => type === "club")?.id ?? "";
		await setTask(day.id);
	});

	return scored;
}
