import { localClockOf, secondsOf } from "~/lib/editions/clock-times";
import { compassDegrees } from "~/lib/maps/geodesy";
import type { DroppedFromFile, FileComplaint, TaskPoint, Zone } from "~db/schema";
import { usualStyle, usualZone } from "../task-defaults";
import { cupAngle } from "./cup-fields";
import { droppedZones, mostDropped } from "./dropped";
import { complaintAbout, type FileLine, type TaskFile, withForcedDirections } from "./found-task";

const pointRecord = /^LSCSC[STF]:(.*):([NS])(\d{2})(\d{2})(\d{3}):([EW])(\d{3})(\d{2})(\d{3})$/i;

/**
 * Reads the task that StrePla writes into a flight log; null when there is none. See docs/formats.md section 6.
 * @param date local day of the task, as the times are UTC
 */
export function readStrepla(lines: readonly FileLine[], date: string): TaskFile | null {
	const block = lastBlock(lines.filter(({ text }) => /^LSCS/i.test(text)));
	const records = block.filter(({ text }) => /^LSCSC[STF]:/i.test(text));
	if (records.length === 0) return null;
	const recordOf = new Map(
		[...block].reverse().map(({ text }) => {
			const [name = "", ...values] = text.split(":");
			return [name.toUpperCase(), values] as const;
		}),
	);
	const values = (name: string) => recordOf.get(name);
	const sizes = (name: string) => values(name)?.map(Number);
	const areas = block
		.filter(({ text }) => /^LSCSA\d/i.test(text))
		.map(({ text }) => text.split(":").slice(1).map(Number));
	const complaints: FileComplaint[] = [];
	const points = records.flatMap(({ number, text }, index): TaskPoint[] => {
		const [, name = "", ns, latD, latM, latT, ew, lonD, lonM, lonT] = pointRecord.exec(text) ?? [];
		const latitude = cupAngle(`${latD}${latM}.${latT}${ns}`, "NS");
		const longitude = cupAngle(`${lonD}${lonM}.${lonT}${ew}`, "EW");
		if (latitude === null || longitude === null) {
			complaints.push({ line: number, complaint: "task.file.coordinates" });
			return [];
		}
		const stated = statedZone(index, records.length, areas[index - 1], sizes);
		const zone = stated ?? usualZone(index, records.length);
		return [{ name: name.trim(), code: "", latitude, longitude, elevationM: null, zone }];
	});
	if (complaints.length > 0) return { tasks: [], complaints };
	const time = (start: string) => secondsOf(values(start)?.slice(0, 2).join(":") ?? "");
	const [window, opens] = [time("LSCSDTIME WINDOW"), time("LSCSDGATE OPEN")];
	const task = {
		name: "",
		kind: areas.length > 0 ? "AAT" : "RT",
		taskTimeS: areas.length > 0 ? window : null,
		points: withForcedDirections(points),
		rules: opens === null ? {} : { startOpens: localClockOf(date, opens) },
		hasZones: block.some(({ text }) => /^LSCSR/i.test(text)),
		droppedFromFile: [
			...droppedZones(
				(index) => statedZone(index, records.length, areas[index - 1], sizes) !== null,
				records.length,
			),
			...droppedOfStrepla(block, date, areas.length > 0),
		].slice(0, mostDropped),
	} as const;
	return { tasks: [task], complaints };
}

/**
 * The lines of the last declaration with a finish, up to the next one; all lines when there is none. What stands before the
 * first start, as the gate does, stands before the others too.
 */
function lastBlock(lines: readonly FileLine[]): readonly FileLine[] {
	const starts = lines.flatMap(({ text }, index) => (/^LSCSCS:/i.test(text) ? index : []));
	const kindOf = (line: FileLine | undefined) => line?.text.charAt(4).toUpperCase();
	const leading = new Set(lines.slice(0, starts[0]).map(kindOf));
	const blockFrom = (start: number): number =>
		leading.has(kindOf(lines[start - 1])) ? blockFrom(start - 1) : start;
	const begins = starts.map(blockFrom);
	const blocks = begins.map((from, block) => lines.slice(from, begins[block + 1]));
	return blocks.findLast((block) => block.some(({ text }) => /^LSCSCF:/i.test(text))) ?? lines;
}

/** Records that are read, and what they say about the pilot and the field. */
const knownRecord =
	/^LSCS(?:C[STF]|A\d|R[STF](?:LINE|KEYHOLE|CYLINDER)|D(?:CID|Name|Elevation start|Gate open))/i;

/** What the other records say. A time window without areas makes no area task. */
function droppedOfStrepla(block: readonly FileLine[], date: string, hasAreas: boolean): DroppedFromFile[] {
	return block.flatMap(({ text }): DroppedFromFile[] => {
		const [name = "", ...values] = text.split(":");
		const value = values.join(":").trim();
		const isWindow = /^LSCSDTime window$/i.test(name);
		if (knownRecord.test(text) || value === "" || /^[0:]+$/.test(value) || (isWindow && hasAreas)) return [];
		const closes = /^LSCSDGate close$/i.test(name) ? secondsOf(value) : null;
		if (closes !== null) {
			const local = localClockOf(date, closes).slice(0, 5);
			return [{ point: null, complaint: complaintAbout("startCloses", value, { local }) }];
		}
		return [{ point: null, complaint: complaintAbout("notKept", `${name.slice("LSCSD".length)}: ${value}`) }];
	});
}

/**
 * The zone that the file states, null where it states none. Lengths of lines are whole; an area goes from one radial to the other, or all
 * round.
 */
function statedZone(
	index: number,
	count: number,
	area: readonly number[] | undefined,
	sizes: (start: string) => readonly number[] | undefined,
): Zone | null {
	const direction = { style: usualStyle(index, count), axisDeg: null } as const;
	const isEnd = index === 0 || index === count - 1;
	const side = index === 0 ? "S" : index === count - 1 ? "F" : "T";
	const [lengthM = 0] = sizes(`LSCSR${side}LINE`) ?? [];
	if (lengthM > 0) return { shape: "line", lengthM, ...direction };
	if (!isEnd && area) {
		const [radiusM = 0, from = 0, to = 0] = area;
		if (from === to) return { shape: "cylinder", radiusM, ...direction };
		const angleDeg = compassDegrees(to - from);
		const axisDeg = compassDegrees(from + angleDeg / 2);
		return { shape: "sector", radiusM, angleDeg, style: "fixed", axisDeg };
	}
	const [innerRadiusM = 0, outerM = 0, angleDeg = 0] = sizes(`LSCSR${side}KEYHOLE`) ?? [];
	if (outerM > 0) return { shape: "keyhole", radiusM: outerM, angleDeg, innerRadiusM, ...direction };
	const [radiusM = 0] = sizes(`LSCSR${side}CYLINDER`) ?? [];
	return radiusM > 0 ? { shape: "cylinder", radiusM, ...direction } : null;
}
