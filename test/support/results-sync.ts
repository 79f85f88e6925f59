import {
	createExecutionContext,
	createScheduledController,
	env,
	waitOnExecutionContext,
} from "cloudflare:test";
import * as build from "virtual:remix/server-build";
import { createWorker } from "~/worker/worker.server";
import type { SyncReport } from "~db/schema";
import {
	auditLog,
	competitionDays,
	dailyResults,
	editionState,
	results,
	resultTables,
	syncRuns,
} from "~db/schema";
import type { SoaringSpotFailure } from "~test/fakes/soaring-spot";
import { type FakeContest, sampleContest } from "~test/fakes/soaring-spot-dataset";
import { soaringSpotKeys } from "~test/fakes/soaring-spot-keys";
import { referenceRows } from "../../scripts/reference/reference-rows";
import { createApp } from "./app";
import { databaseOf, seedReference } from "./factories";
import { fakeServices } from "./services";
import { testEdition } from "./test-edition";

/* Runs of the scheduler against the fake of SoaringSpot. */

const origin = fakeServices().soaringSpot;
export const baseUrl = `${origin}/v1/`;
export const keys = {
	SOARING_SPOT_BASE_URL: baseUrl,
	SOARING_SPOT_CLIENT_ID_2025: soaringSpotKeys.clientId,
	SOARING_SPOT_SECRET_2025: soaringSpotKeys.secret,
};
export const competitionDay = "2025-07-14T18:00:00Z";
const db = databaseOf();
const reference = referenceRows(testEdition);
const classOf = (type: string) => reference.competitionClasses.find((one) => one.type === type)?.id ?? "";
export const club = classOf("club");
export const kombi = classOf("18_meter");
export const days: Readonly<Record<string, string>> = Object.fromEntries(
	reference.competitionDays.map(({ date, id }) => [date, id]),
);

export async function control(method: string, path: string, body?: unknown): Promise<Response> {
	return fetch(`${origin}/__control/${path}`, {
		method,
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
}

export const fail = (failure: SoaringSpotFailure) => control("POST", "failures", failure);

export async function requests(): Promise<{ path: string; status: number }[]> {
	return (await control("GET", "requests")).json();
}

/** The source as it is, nothing fetched from it yet, and every day with a task. */
export async function startAnew(): Promise<void> {
	await control("POST", "reset");
	await control("PUT", "page-size", { pageSize: 20 });
	await seedReference();
	await db.batch([
		db.delete(results),
		db.delete(dailyResults),
		db.delete(resultTables),
		db.delete(syncRuns),
		db.delete(auditLog),
		db.update(competitionDays).set({ task: "TASK" }),
	]);
}

/** One run of the scheduler. */
export async function tick(clock = competitionDay, other: Partial<Env> = {}): Promise<void> {
	const execution = createExecutionContext();
	await createWorker(build).scheduled(
		createScheduledController({ scheduledTime: new Date(clock) }),
		{ ...env, ...keys, CLOCK: clock, ...other } as Env,
		execution,
	);
	await waitOnExecutionContext(execution);
}

export async function lastRun(): Promise<{ outcome: string; report: SyncReport }> {
	const [run] = await db.select().from(syncRuns);
	if (!run) throw new Error("nothing was synced");
	return { outcome: run.outcome, report: run.detail };
}

export async function tableOf(classId: string, date: string) {
	const response = await createApp({ clock: competitionDay }).api(
		"GET",
		`/api/results/daily/${classId}/${days[date]}`,
	);
	return response.json<{ name: string; points: number; flightId: number | null }[]>();
}

export async function version(): Promise<number> {
	const [state] = await db.select().from(editionState);
	return state?.contentVersion ?? 0;
}

export function contestWith(change: (contest: FakeContest) => void): FakeContest {
	const contest = sampleContest();
	change(contest);
	return contest;
}
