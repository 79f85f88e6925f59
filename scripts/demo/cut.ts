import { instantOf, pragueDate } from "~/lib/editions/prague-time";
import type { dayScores, protests } from "~db/schema";
import type { DemoFlight, Field } from "./flown-days";
import { landedAfter, publishedAt } from "./flying";
import { demoAccounts } from "./people";
import type { DemoGridPilot } from "./pilot-days";
import type { seasonOf } from "./season";

/* The demo as it stood at an earlier time than its own: nothing in it is of later. */

type Season = ReturnType<typeof seasonOf>;
type Protest = typeof protests.$inferInsert;
type Sheet = typeof dayScores.$inferInsert;

/** What every row of the demo may say of its time. */
interface Timed {
	readonly createdAt?: Date | null;
	readonly updatedAt?: Date | null;
	readonly computedAt?: Date | null;
	readonly inForceSince?: Date | null;
}

/** Whether a row was there. */
export function wasThere(at: Date): (row: Timed) => boolean {
	return ({ createdAt, updatedAt, computedAt, inForceSince }) =>
		[createdAt, updatedAt, computedAt, inForceSince].every((time) => !time || time <= at);
}

const earlier = (one: Date, other: Date) => (one < other ? one : other);

/** The accounts of the demo are there before signup opens, too. */
const isDemoAccount = ({ email }: { readonly email: string }) =>
	demoAccounts.some((account) => account.email === email);

/** Days, entries and what was published. The day of the time is the one that is flown. */
export function cutSeason(season: Season, at: Date): Season {
	const isThere = wasThere(at);
	const { documents, documentVersions, files } = season.published;
	const versions = documentVersions.filter(isThere);
	const competitionDays = season.competitionDays.map((day) =>
		publishedAt(day) <= at
			? day
			: { ...day, task: "NO_TASK" as const, updatedAt: earlier(season.opening, at) },
	);
	const withTask = competitionDays.filter(({ task }) => task === "TASK");
	const hasBegun = at >= instantOf(season.first, 0);
	return {
		...season,
		competitionDays,
		users: season.users
			.filter((user) => isThere(user) || isDemoAccount(user))
			.map((user) => ({
				...user,
				verifiedAt: user.verifiedAt && earlier(user.verifiedAt, at),
				createdAt: earlier(user.createdAt, at),
				updatedAt: earlier(user.updatedAt, at),
			})),
		registrations: season.registrations
			.filter(isThere)
			.map((entry) => (hasBegun ? entry : { ...entry, registrationCompleted: false })),
		statuses: season.statuses.filter(({ dayId }) => withTask.some(({ id }) => id === dayId)),
		today: withTask.find(({ date }) => date === pragueDate(at)),
		days: withTask.filter(({ date }) => date < pragueDate(at)),
		tasks: season.tasks.filter(isThere),
		trackingEntries: season.trackingEntries.filter(isThere),
		news: season.news.filter(isThere),
		published: {
			documents: documents.filter(isThere),
			documentVersions: versions,
			files: files.filter(({ key }) => versions.some((version) => version.key === key)),
		},
	};
}

/** Cuts the statuses to a moment: who was in the air, and who was back. */
export function cutStatuses<F extends Pick<Field, "statuses" | "today">>(
	field: F,
	flown: readonly DemoFlight[],
	pilots: readonly DemoGridPilot[],
	at: Date,
): F {
	const { today } = field;
	if (!today) return field;
	const since = publishedAt(today);
	const statuses = field.statuses.map((row) => {
		if (row.dayId !== today.id || row.status === "DNF")
			return { ...row, updatedAt: earlier(row.updatedAt, at) };
		const own = flown.find(({ day, entry }) => day.id === today.id && entry.id === row.registrationId);
		const timeOf = (fix: { readonly time: number } | undefined) =>
			fix && new Date(Date.parse(`${today.date}T00:00:00Z`) + fix.time * 1_000);
		const landing = timeOf(own?.fixes.at(-1)) ?? row.updatedAt;
		if (row.status !== "FLYING" && landing <= at)
			return { ...row, updatedAt: earlier(new Date(landing.getTime() + landedAfter), at) };
		const onGrid = pilots.find(({ registrationId }) => registrationId === row.registrationId);
		const launch =
			onGrid?.launches.findLast((time) => time <= at.getTime()) ?? timeOf(own?.fixes[0])?.getTime();
		return launch !== undefined && launch <= at.getTime()
			? { ...row, status: "FLYING" as const, updatedAt: new Date(launch) }
			: { ...row, status: null, updatedAt: since };
	});
	return { ...field, statuses };
}

/** Launches until then. */
export function cutGrid(pilots: readonly DemoGridPilot[], at: Date): DemoGridPilot[] {
	return pilots.map((row) => ({
		...row,
		launches: row.launches.filter((time) => time <= at.getTime()),
		updatedAt: earlier(row.updatedAt, at),
	}));
}

/** What of the states of scores had been said. @param evening when results of a date become unofficial */
export function cutState<S extends Sheet>(sheet: S, evening: Date, at: Date): S {
	if (!sheet.stateSince || sheet.stateSince <= at) return sheet;
	const isReopened = sheet.reopenedAt && sheet.reopenedAt <= at;
	const isUnofficial = evening <= at;
	return {
		...sheet,
		state: isUnofficial ? "unofficial" : "preliminary",
		stateSince: isUnofficial ? (isReopened ? sheet.reopenedAt : evening) : null,
		protestsUntil: isUnofficial ? sheet.protestsUntil : null,
		...(isReopened ? {} : { revision: 1, reopenedAt: null, reopenReason: null }),
	};
}

/** Protests that were there, without what was decided later. */
export function cutProtests(protests: readonly Protest[], at: Date): Protest[] {
	return protests
		.filter(({ createdAt }) => createdAt <= at)
		.map((protest) =>
			protest.decidedAt && protest.decidedAt > at
				? { ...protest, outcome: null, outcomeReason: null, decidedAt: null }
				: protest,
		);
}
