import { separationOf } from "~/lib/csv/csv-reader";
import { cupCells } from "./cup-fields";

/** A waypoint has at least this many cells: fewer are a name with a semicolon in it. */
const fewestCells = 4;
const lineEnd = /\r\n|\r|\n/;

/**
 * The lines of a SeeYou file as SeeYou writes them. A spreadsheet puts semicolons or tabs between the cells, and quotes where none
 * belong; its `sep=` becomes an empty line, so that lines can be named.
 * @param most lines; the rest is left out
 */
export function cupLines(text: string, most: number): string[] {
	const { delimiter, length } = separationOf(text);
	const lines = text.split(lineEnd, most);
	if (length > 0) lines[0] = "";
	const first = lines.find((line) => line.trim() !== "") ?? "";
	const isOther = delimiter !== "," && cupCells(first, delimiter).length >= fewestCells;
	const separator = isOther ? delimiter : ",";
	return lines.map((line) => {
		const isDetail = detail.test(line);
		return isOther || (isDetail && line.trimStart().startsWith('"'))
			? withCommas(cupCells(line, separator), isDetail)
			: line;
	});
}

/** A line about a task: some quote its first cell. Others that state a value are known by the lack of a quote. */
const detail = /^\s*(?:"?(?:Options|ObsZone|Point|Starts)\b|[a-z]\w*\s*=)/i;

function withCommas(cells: readonly string[], isDetail: boolean): string {
	const [first = "", ...others] = cells;
	if (cells.every((cell) => cell === "")) return "";
	if (/^(?:Options|ObsZone)/i.test(first) && isDetail)
		return cells.flatMap((cell) => (cell === "" ? [] : cell.replaceAll(",", "."))).join(",");
	return [isDetail ? first : quoted(first), ...others.map(quoted)].join(",");
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
