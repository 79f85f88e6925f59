import { utcClockOf } from "~/lib/editions/clock-times";
import type { Position } from "~/lib/maps/geodesy";
import { fitsQrCode } from "~/lib/qr-code";
import type { Task, TaskPoint } from "~db/schema";
import { insideDirection, type OrientedZone, orientZones, zoneReach } from "../zones";
import { distinctNames } from "./distinct-names";

/** Text in front of the JSON in a QR code. */
const qrPrefix = "XCTSK:";

/**
 * A task of XCTrack, version 2, with Naviter's extension; see docs/formats.md section 6. It cannot say speeds, the
 * altitude of the start, the scoring and the briefing.
 * @param date local day of the task, whose times become UTC
 * @param fieldM height of the airfield, for points without one, as the format cannot leave it out
 */
export function writeXctsk(task: Task, date: string, fieldM: number): string {
	return textOf(task, date, fieldM, wholeNames);
}

interface Names {
	/** The name by which programs know the point. */
	readonly n: string;
	readonly d?: string;
}

type NamePoint = (point: TaskPoint, index: number) => Names;

const wholeNames: NamePoint = ({ name, code }) => ({ n: code || name, ...(code ? { d: name } : {}) });
const shortNames: NamePoint = ({ name, code }) => ({ n: [...(code || name)].slice(0, 10).join("") });
const numbers: NamePoint = (_, index) => ({ n: String(index) });

/** Two points never have one name: a code may be that of many, and what is cut off may be the difference. */
function namesOf(points: readonly TaskPoint[], nameOf: NamePoint): Names[] {
	const names = points.map(nameOf);
	const distinct = distinctNames(
		points.map(({ latitude, longitude }, index) => ({
			name: names[index]?.n ?? "",
			place: `${Math.round(latitude * steps)} ${Math.round(longitude * steps)}`,
		})),
	);
	return names.map((name, index) => ({ ...name, n: distinct[index] ?? name.n }));
}

function textOf(
	{ kind, taskTimeS, points, rules, scoring }: Task,
	date: string,
	fieldM: number,
	nameOf: NamePoint,
): string {
	const names = namesOf(points, nameOf);
	const last = points.length - 1;
	const finish = points.at(-1)?.zone;
	const options = {
		v: 2,
		...(rules.finishAltitudeM === null ? {} : { fa: Math.ceil(rules.finishAltitudeM) }),
		...(kind === "RT" || taskTimeS === null ? {} : { tt: taskTimeS }),
		...(rules.pev === null ? {} : { bgi: rules.pev.waitS }),
	};
	return JSON.stringify({
		taskType: "CLASSIC",
		version: 2,
		t: orientZones(points).map((oriented, index) => {
			const point = points[index];
			const shape = shapeOptions(oriented);
			return {
				z: encodePoint(oriented.centre, point?.elevationM ?? fieldM, zoneReach(oriented.zone)),
				...names[index],
				...(index === 0 ? { t: 2 } : index === last ? { t: 3 } : {}),
				...(shape ? { o: shape } : {}),
			};
		}),
		...(rules.startOpens === null
			? {}
			: { s: { g: [`${utcClockOf(date, rules.startOpens)}Z`], t: 1, d: 2 } }),
		g: {
			...(rules.finishCloses === null ? {} : { d: `${utcClockOf(date, rules.finishCloses)}Z` }),
			t: finish?.shape === "line" ? 1 : 2,
		},
		o: options,
		e: scoring.earth === "sphere" ? 1 : 0,
	});
}

/**
 * The text of the QR code that instruments scan. One has no room for a long task with long names. Instruments fly by coordinates, so
 * the names are cut then, or become numbers, before the error correction is made weaker.
 * @see writeXctsk for the parameters
 */
export function xctskQrText(task: Task, date: string, fieldM: number): string {
	const texts = [wholeNames, shortNames, numbers].map(
		(nameOf) => `${qrPrefix}${textOf(task, date, fieldM, nameOf)}`,
	);
	return texts.find(fitsQrCode) ?? texts.at(-1) ?? "";
}

/** Half angles, and the direction to the inside of the task; null for a cylinder, which the original format has. */
function shapeOptions(oriented: OrientedZone): Readonly<Record<string, number>> | null {
	const { zone } = oriented;
	const a12 = Math.round(insideDirection(oriented) * 10) / 10;
	if (zone.shape === "cylinder") return null;
	if (zone.shape === "line") return { l: 1, a12 };
	const sector = { a1: zone.angleDeg / 2, a12 };
	if (zone.shape === "sector") return sector;
	const inner = { ...sector, r2: Math.round(zone.innerRadiusM) };
	return zone.shape === "keyhole" ? { ...inner, a2: 180 } : inner;
}

const steps = 100_000;

/** Longitude, latitude, altitude and radius as a polyline of Google: hundred-thousandths of a degree, metres. */
function encodePoint({ latitude, longitude }: Position, altitudeM: number, radiusM: number): string {
	const numbers = [longitude * steps, latitude * steps, altitudeM, radiusM];
	return numbers.map((number) => encodeNumber(Math.round(number))).join("");
}

function encodeNumber(number: number): string {
	let rest = number < 0 ? ~(number * 2) : number * 2;
	let text = "";
	for (; rest >= 32; rest = Math.floor(rest / 32)) text += String.fromCharCode((32 | (rest % 32)) + 63);
	return text + String.fromCharCode(rest + 63);
}
