import { newestEdition } from "~editions/index";
import { logIdOf } from "../../scripts/demo/flights";
import { seasonOf } from "../../scripts/demo/season";

/** The demo of the newest edition without its flights, for tests that need its ids only. */
export const season = seasonOf(newestEdition, { passwordHash: "hash of the demo password", flying: true });

/**
 * Somebody of a class who is home on a day that has been flown, and the log of that flight.
 * @param date `YYYY-MM-DD`
 */
export function homeComer(type: "club" | "18_meter", date: string) {
	const day = season.days.find((one) => one.date === date);
	const competitionClass = season.competitionClasses.find((one) => one.type === type);
	const entry = season.registrations.find(
		({ id, competitionClassId }) =>
			competitionClassId === competitionClass?.id &&
			season.statuses.some(
				({ dayId, registrationId, status }) =>
					dayId === day?.id && registrationId === id && status === "HOME",
			),
	);
	if (!day || !entry) throw new Error(`Nobody of the demo is home on ${date}.`);
	return { day, entry, logId: logIdOf(newestEdition, day, entry) };
}
