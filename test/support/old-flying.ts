import { addDays } from "~/lib/editions/prague-time";
import { type Doc, type Making, plain } from "./old-making";
import type { Lists, People } from "./old-people";

/* Days, statuses, tasks and results of the site before this one. */

export function makeDays({ edition, made, losing }: Making) {
	const days = Array.from({ length: 9 }, (_, index) => {
		const date = addDays(edition.competition.from, index);
		// Midnight in Prague, as the old site's calendar made it.
		const midnight = new Date(Date.parse(`${date}T00:00:00Z`) - 7_200_000);
		return made({
			name: `Den ${index + 1}`,
			date: midnight,
			task: ["TASK", "TASK", "NO_TASK", "TASK_CANCELLED"][index % 4],
		});
	});
	for (const day of days.filter(({ task }) => task !== "TASK_CANCELLED").slice(0, 6)) day.task = "TASK";
	const second = losing(
		"second day of a date",
		made({ name: "Den 1b", date: days[0]?.date, task: "NO_TASK" }),
	);
	return { days, second };
}

export type Days = ReturnType<typeof makeDays>;

export function makeStatuses(
	{ made, losing, newId }: Making,
	{ days, second }: Days,
	entries: readonly Doc[],
) {
	const [day] = days as [Doc];
	const statuses = days
		.slice(0, 4)
		.flatMap(({ _id }) =>
			entries
				.filter(({ accepted }) => accepted)
				.map((one, index) =>
					made({ day: _id, pilot: one._id, status: ["HOME", "OUTLANDING", "DNF", null][index % 4] }),
				),
		);
	const pilot = entries[0]?._id;
	return [
		...statuses,
		losing("status of a lost pilot", made({ day: day._id, pilot: newId(), status: "HOME" })),
		losing("second status", made({ day: day._id, pilot, status: "DNF" })),
		losing("status of a day that is left out", made({ day: second._id, pilot, status: "DNF" })),
	];
}

export function makeTrackings({ made, losing }: Making, { days }: Days, { club, other }: Lists): Doc[] {
	const tracking = (day: Doc, one: Doc, taskUrl: string) =>
		made({ day: day._id, competitionClass: one._id, taskUrl });
	return [
		...days
			.slice(0, 3)
			.flatMap((day) =>
				[club, other].map((one) => tracking(day, one, `https://xctsk.example.com/${day._id}/${one._id}`)),
			),
		losing("empty task", tracking(days[3] as Doc, club, "")),
	];
}

export function makeResults(
	{ made, losing }: Making,
	{ days, second }: Days,
	{ club, other, gliders }: Lists,
	{ users }: People,
	entries: readonly Doc[],
): Doc[] {
	const scored = days.filter(({ task }) => task === "TASK");
	const types = [...gliders.club, ...gliders.other, gliders.rare];
	const rows = [club, other].flatMap((one) => {
		const inClass = entries.filter(
			({ competitionClass, accepted, isReserve }) => competitionClass === one._id && accepted && !isReserve,
		);
		const sums = new Map<Doc, number>();
		return scored.flatMap((day, dayNumber) => {
			const points = new Map(
				inClass.map((pilot, index) => [pilot, 1000 - ((index * 37 + dayNumber * 101) % 700)]),
			);
			for (const [pilot, value] of points) sums.set(pilot, (sums.get(pilot) ?? 0) + value);
			return inClass.map((pilot) => {
				const user = users.find(({ _id }) => _id === pilot.user);
				const type = types.find(({ _id }) => _id === (pilot.glider as { gliderType: unknown }).gliderType);
				return made({
					points: points.get(pilot),
					points_total: sums.get(pilot),
					position: placeIn(points, pilot),
					position_total: placeIn(sums, pilot),
					flightId: 90_000 + entries.indexOf(pilot) + 100 * dayNumber,
					name: `${user?.name} ${user?.surname}`,
					aeroclub: pilot.aeroclub,
					glider: type?.name,
					handicap: type?.handicap,
					day: day._id,
					competitionClass: one._id,
				});
			});
		});
	});
	const [someResult] = rows as [Doc];
	const isFirst = ({ day, competitionClass }: Doc) => day === scored[0]?._id && competitionClass === club._id;
	const last = rows.filter(isFirst).length + 1;
	// Nobody of that name has entered.
	const guest = { points: 0, points_total: 0, position: last, position_total: last, flightId: undefined };
	return [
		...rows,
		...scored.map((day) => made({ ...plain(someResult), ...guest, day: day._id, name: "Cizinec Neznámý" })),
		losing("result of a day that is left out", made({ ...plain(someResult), day: second._id })),
	];
}

function placeIn(points: ReadonlyMap<Doc, number>, pilot: Doc): number {
	const own = points.get(pilot) ?? 0;
	return 1 + [...points.values()].filter((value) => value > own).length;
}
