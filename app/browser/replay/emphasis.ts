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
 * @param gliders in the order of the table, the best one first; who has no score has no start
 */
export function emphasise(
	gliders: readonly Glider[],
	followed: Glider | null,
	starred: ReadonlySet<string | undefined> = starredIds(),
): void {
	const podium = gliders.slice(0, medals).filter(({ flight }) => flight.start !== null);
	const isCrowded = podium.length > 0 && gliders.filter(({ isShown }) => isShown).length > mostColours;
	for (const glider of gliders) {
		const place = podium.indexOf(glider);
		glider.medal = place < 0 ? null : place;
		glider.isQuiet = isCrowded && place < 0 && glider !== followed && !starred.has(glider.flight.id);
	}
}
