import { expect, test } from "vitest";
import { flightFigures } from "~/lib/flights/igc-file/flight-figures";
import { type DayLog, groupLogs, logDoubts } from "~/lib/flights/log-rights/log-doubts.server";
import { flown, flyingDate, place } from "../support/flown";

/** As many as others may send for a competitor and day. */
const logsOfCompetitor = 60;

/** How often the competitor of a log is asked for, when each is held against all others of the day. */
function stepsOf(competitors: number): number {
	const hops = [{ to: place(-400), height: 0 }, { to: place(-5000) }];
	const figures = flightFigures(flown({ hops, recorder: "ALXV6MS" }));
	let steps = 0;
	const logs = Array.from({ length: competitors * logsOfCompetitor }, (_, number): DayLog => {
		const competitor = String(Math.floor(number / logsOfCompetitor));
		return {
			get registrationId() {
				steps++;
				return competitor;
			},
			startNumber: competitor,
			sha256: String(number),
			figures,
			sender: "other",
			confirmation: null,
			sentAt: new Date(number),
		};
	});
	const day = groupLogs(logs);
	const doubted = logs.filter((log) => logDoubts(log, flyingDate, day).length > 0);
	expect(doubted).toHaveLength(logs.length - logsOfCompetitor);
	return steps;
}

test("logs that all have the fixes and the recorder of each other are held against each other in steps by their number", () => {
	expect(stepsOf(40)).toBeLessThan(2.5 * stepsOf(20));
});
