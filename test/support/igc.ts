import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { runSchedule } from "~/worker/schedule.server";
import { igcFiles, igcFileVersions, registrations } from "~db/schema";
import { multipart } from "~test/support/multipart";
import { type IgcFileOptions, igcFile } from "../../scripts/demo/igc-generator";
import type { App } from "./app";
import { databaseOf } from "./factories";
import { testEdition } from "./test-edition";

/** The evening of the day most flights of the tests are from. */
export const evening = "2025-07-15T18:00:00Z";

/** Deletes every flight log, whose row and version name each other. */
export async function deleteLogs(): Promise<void> {
	const db = databaseOf();
	await db.update(igcFiles).set({ currentVersionId: null });
	await db.delete(igcFileVersions);
	await db.delete(igcFiles);
}

export interface IgcJson {
	_id: string;
	name: string;
	path: string;
	startNumber: string;
	user: { name: string; surname: string };
	day: string;
	createdAt: string;
	updatedAt: string;
	downloaded: boolean;
	processed: boolean;
	size: number;
	sha256: string;
	editedAt?: string;
	warnings: { reason: string; values: Record<string, string | number> }[];
	msg?: string;
	errors?: Record<string, string>;
}

/** The multipart body of an upload. Bytes, text or the options of a generated flight. */
export function uploadBody(
	pilot: string,
	day: string,
	content: Uint8Array | string | IgcFileOptions = {},
	name = "57fv6ms1.igc",
): FormData {
	const bytes =
		typeof content === "string" || content instanceof Uint8Array
			? content
			: igcFile({ fixes: 300, ...content });
	return multipart({ pilot, day, igc: new File([bytes as BlobPart], name) });
}

/** The account of a competitor. @param pilot id of the entry */
export async function pilotOf(pilot: string): Promise<{ readonly id: string } | undefined> {
	const [account] = await databaseOf()
		.select({ id: registrations.userId })
		.from(registrations)
		.where(eq(registrations.id, pilot));
	return account;
}

/** Uploads through the API, as the competitor, whose log scores by itself. */
export async function upload(app: App, ...body: Parameters<typeof uploadBody>) {
	const as = await pilotOf(body[0]);
	const response = await app.api("POST", "/api/igc", uploadBody(...body), { as });
	return { status: response.status, json: (await response.json()) as IgcJson };
}

/** What the database and the bucket hold. */
export async function storedIgc(year = 2025) {
	const db = databaseOf(year);
	const [flights, versions, listed] = await Promise.all([
		db.select().from(igcFiles),
		db.select().from(igcFileVersions),
		env.FILES.list({ prefix: `${year}/igc/` }),
	]);
	return { flights, versions, keys: listed.objects.map(({ key }) => key).sort() };
}

/** How organisers have marked a flight. */
export async function flagsOf(id: string) {
	const { flights } = await storedIgc();
	const flight = flights.find((row) => row.id === id);
	return { downloaded: flight?.downloaded, processed: flight?.processed };
}

/** Id of the log of a flight that counts. */
export async function currentVersion(id: string) {
	return (await storedIgc()).flights.find((row) => row.id === id)?.currentVersionId ?? "";
}

/**
 * Lets the scheduler run at a time, for the edition of the tests alone: all six take six times as long.
 * @param cron whose jobs run; all of them without one
 */
export async function runScheduleAt(time: string, bindings: Partial<Env> = {}, cron = "") {
	const execution = createExecutionContext();
	await runSchedule(
		{ editions: [testEdition], season: { newest: testEdition, drafts: [] } },
		{ scheduledTime: Date.parse(time), cron },
		{ env: { ...env, ...bindings } as Env, execution },
		() => {},
	);
	await waitOnExecutionContext(execution);
}
