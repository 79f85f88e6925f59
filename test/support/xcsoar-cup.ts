/*
 * Reads the task of a .cup file as XCSoar does: written from what its public source does (TaskFileSeeYou.cpp), independently of our own
 * reader.
 */

interface ReadPoint {
	readonly name: string;
	readonly latitude: number;
	readonly longitude: number;
	/** Half the length of a line, else the radius; null for a point without a zone. */
	readonly radiusM: number | null;
	readonly isLine: boolean;
}

interface ReadTask {
	readonly title: string;
	readonly kind: "RT" | "AAT";
	readonly taskTimeS: number;
	readonly highestStartM: number;
	readonly points: readonly ReadPoint[];
}

/** Columns of a row: it takes the first 30. */
const mostColumns = 30;
/** Name of the task, take-off and landing. */
const columnsBeside = 3;

function columnsOf(line: string, most: number): string[] {
	const columns: string[] = [];
	let [cell, isQuoted] = ["", false];
	for (const char of `${line},`) {
		if (char === '"') isQuoted = !isQuoted;
		else if (char === "," && !isQuoted) {
			columns.push(cell.trim());
			cell = "";
		} else cell += char;
	}
	return columns.slice(0, most);
}

function degrees(text: string, digits: number): number {
	const size = Number(text.slice(0, digits)) + Number(text.slice(digits, -1)) / 60;
	return "SW".includes(text.slice(-1)) ? -size : size;
}

/** "02:30:00": minutes and seconds stand at fixed places. */
function secondsOf(text: string): number {
	const hours = Number.parseInt(text, 10) || 0;
	if (text[2] !== ":") return hours * 3_600;
	const seconds = text[5] === ":" ? Number.parseInt(text.slice(6), 10) : 0;
	return hours * 3_600 + Number.parseInt(text.slice(3), 10) * 60 + seconds;
}

const valueIn = (options: readonly string[], name: string) =>
	options.find((option) => option.startsWith(`${name}=`))?.slice(name.length + 1);

/** Null when it finds no task that it can fly. */
export function readCupAsXcsoar(text: string): ReadTask | null {
	const lines = text.split("\r\n");
	const divider = lines.indexOf("-----Related Tasks-----");
	const waypoints = new Map(
		lines.slice(1, divider).map((line) => {
			const [name = "", , , lat = "", lon = ""] = columnsOf(line, mostColumns);
			return [name, { latitude: degrees(lat, 2), longitude: degrees(lon, 3) }] as const;
		}),
	);
	const [row = "", ...details] = lines.slice(divider + 1);
	const columns = columnsOf(row, mostColumns);
	while (columns.at(-1) === "") columns.pop();
	const count = columns.length - columnsBeside;
	if (count < 2) return null;
	const optionsOf = (keyword: string) => {
		const line = details.find((one) => one === keyword || one.startsWith(`${keyword},`));
		return line === undefined ? null : columnsOf(line, 20).slice(1);
	};
	const options = optionsOf("Options") ?? [];
	const points = columns.slice(2, 2 + count).map((name, index): ReadPoint => {
		const waypoint = waypoints.get(name);
		if (!waypoint) throw new Error(`no waypoint is called ${name}`);
		const zone = optionsOf(`ObsZone=${index}`);
		const radiusM = zone ? Number.parseInt(valueIn(zone, "R1") ?? "500", 10) : null;
		return { name, ...waypoint, radiusM, isLine: zone !== null && valueIn(zone, "Line") === "1" };
	});
	return {
		title: columns[0] ?? "",
		kind: valueIn(options, "WpDis")?.startsWith("False") ? "AAT" : "RT",
		taskTimeS: secondsOf(valueIn(options, "TaskTime") ?? ""),
		highestStartM: Number.parseFloat(valueIn(optionsOf("ObsZone=0") ?? [], "MaxAlt") ?? "0"),
		points,
	};
}
