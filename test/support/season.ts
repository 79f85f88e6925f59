import { newestEdition } from "~editions/index";
import { startNumberOfPilot } from "../../scripts/demo/entries";
import { logIdOf } from "../../scripts/demo/flights";
import { seasonOf } from "../../scripts/demo/season";

/** The demo of the newest edition without its flights, for tests that need its ids only. */
export const season = seasonOf(newestEdition(), { passwordHash: "hash of the demo password", flying: true });

/**
 * Somebody of a class who is home on a day that has been flown, and the log of that flight.
 * @param date `YYYY-MM-DD`
 * @param place among those who are home, in the order of their entries, without the pilot who logs in to the demo
 */
export function homeComer(type: "club" | "18_meter", date: string, place = 0) {
	const day = season.days.find((one) => one.date === date);
	const competitionClass = season.competitionClasses.find((one) => one.type === type);
	const entry = season.registrations.filter(
		({ id, startNumber, competitionClassId }) =>
			competitionClassId === competitionClass?.id &&
			startNumber !== startNumberOfPilot &&
			season.statuses.some(
				({ dayId, registrationId, status }) =>
					dayId === day?.id && registrationId === id && status === "HOME",
			),
	)[place];
	if (!day || !entry) throw new Error(`Nobody of the demo is home on ${date}.`);
	return { day, entry, logId: logIdOf(newestEdition(), day, entry) };
}
