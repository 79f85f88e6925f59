import { type HeldEdition, isFinished, phaseOf } from "~/lib/editions/opening-times";
import { withStorageTimeout } from "~/lib/files/object-storage.server";
import { describeError, logLine } from "~/lib/http/log.server";

/*
 * The schedule asks a closed year once a day, and every minute for some hours after somebody has written in it (decision 137). What
 * says so is an object of the bucket: one request finds those of all years, and no database is asked.
 */

/** Milliseconds. The ten tries of a mail take five hours, and what an upload has left is swept after one. */
const awakeFor = 6 * 3_600_000;
/** Of UTC. At midnight the quotas of mail begin anew; this is later, and still night in Prague. */
const hourOfDailyRun = 2;

const folder = "awake/";

type Platform = { readonly env: Env; readonly execution: ExecutionContext };

/** Whether the year has a successor and has been flown. */
function isClosed(edition: HeldEdition, now: Date): boolean {
	return isFinished(edition) && phaseOf(edition, now) === "over";
}

/**
 * Says after the answer that somebody has written in a year with a successor, also in one whose organisers have moved its days: the schedule
 * judges by the days of the file, without a question to the database.
 */
export function noteWrite(edition: HeldEdition, now: Date, { env, execution }: Platform): void {
	if (!isFinished(edition)) return;
	const until = String(now.getTime() + awakeFor);
	const noted = withStorageTimeout(
		env.FILES.put(folder + edition.year, "", { customMetadata: { until } }),
	).catch((error) => logLine("error", "awake", { edition: edition.year, ...describeError(error) }));
	execution.waitUntil(noted);
}

/** The editions that a run of the schedule asks. */
export async function editionsToAsk(
	editions: readonly HeldEdition[],
	now: Date,
	env: Env,
): Promise<readonly HeldEdition[]> {
	const isDaily = now.getUTCHours() === hourOfDailyRun && now.getUTCMinutes() === 0;
	const closed = editions.filter((edition) => isClosed(edition, now));
	if (isDaily || closed.length === 0) return editions;
	const awake = await awakeYears(now, env);
	return editions.filter((edition) => !closed.includes(edition) || awake.has(String(edition.year)));
}

/** Without an answer of the bucket there are none: what is left to do is done by the daily run. */
async function awakeYears(now: Date, { FILES }: Env): Promise<ReadonlySet<string>> {
	try {
		const { objects } = await withStorageTimeout(FILES.list({ prefix: folder, include: ["customMetadata"] }));
		const awake = objects.filter(({ customMetadata }) => Number(customMetadata?.until) > now.getTime());
		return new Set(awake.map(({ key }) => key.slice(folder.length)));
	} catch (error) {
		logLine("error", "awake", describeError(error));
		return new Set();
	}
}
