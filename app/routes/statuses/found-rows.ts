import { foldedNumber } from "~/lib/i18n/collate";
import { matcherOf } from "~/lib/i18n/word-search";
import type { BoardChoice } from "./board-address";
import type { BoardRow } from "./page.server";

/**
 * Finds the competitors whom the desk looks for. Those whose number begins with the text come first, then names with a word that
 * begins with it, then names that contain it. Equal matches keep their order. Without news are those without a status, and who is missing.
 */
export function foundRows(
	rows: readonly BoardRow[],
	{ q, only }: Pick<BoardChoice, "q" | "only">,
): BoardRow[] {
	const typed = q ?? "";
	const number = foldedNumber(typed);
	const [matches, begins] = [matcherOf(typed), matcherOf(typed, " ")];
	const rankOf = ({ startNumber, fullName }: BoardRow) => {
		const folded = foldedNumber(startNumber);
		if (folded.startsWith(number)) return folded === number ? 0 : 1;
		if (!matches([fullName])) return null;
		return begins([fullName]) ? 2 : 3;
	};
	return rows
		.filter(({ status, isMissed }) => !only || (status ?? "none") === only || (only === "none" && isMissed))
		.flatMap((row) => {
			const rank = rankOf(row);
			return rank === null ? [] : [{ row, rank }];
		})
		.toSorted((one, other) => one.rank - other.rank)
		.map(({ row }) => row);
}
