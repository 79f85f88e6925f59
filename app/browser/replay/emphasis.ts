import type { Glider } from "./flight";

/** So many colours are told apart; of more, those who do not stand out are grey. */
const mostColours = 6;
const medals = 3;

/** The page marks the rows of pilots with a star. */
function starredIds(): ReadonlySet<string | undefined> {
	const names = document.querySelectorAll<HTMLElement>("tr[data-starred] [data-pilot]");
	return new Set([...names].map(({ dataset }) => dataset.pilot));
}

/**
 * Says who stands out: the podium of the day, pilots with a star and the one who is followed. Without a podium nobody is grey: there is
 * no leader to begin with.
 */
export function emphasise(
	gliders: readonly Glider[],
	followed: Glider | null,
	starred: ReadonlySet<string | undefined> = starredIds(),
): void {
	for (const glider of gliders) {
		const { place } = glider.flight;
		glider.medal = place !== null && place <= medals ? place - 1 : null;
	}
	const hasPodium = gliders.some(({ medal }) => medal !== null);
	const isCrowded = hasPodium && gliders.filter(({ isShown }) => isShown).length > mostColours;
	for (const glider of gliders) {
		const standsOut = glider.medal !== null || glider === followed || starred.has(glider.flight.id);
		glider.isQuiet = isCrowded && !standsOut;
	}
}
