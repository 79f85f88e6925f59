import type { ScoreDecision } from "./score-decision";

/** What the form shows of a decision. @param clock local time of an instant */
export function decisionValues(
	{ override, disqualified, guest }: Pick<ScoreDecision, "override" | "disqualified" | "guest">,
	clock: (iso: string) => string,
) {
	const { start, finish, distanceM = null, timeS = null, handicap, out } = override ?? {};
	return {
		start: start ? clock(start) : null,
		finish: finish ? clock(finish) : null,
		distanceKm: distanceM === null ? null : distanceM / 1000,
		time: timeS === null ? null : clockOf(timeS),
		handicap,
		out: out === true,
		disqualified,
		guest,
	};
}

/** `3:00:00` */
function clockOf(seconds: number): string {
	const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
	return `${Math.floor(seconds / 3600)}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}`;
}
