import { expect, test } from "vitest";
import { writeXctsk } from "~/lib/tasks/files/write-xctsk";
import { decodePolyline } from "../support/polyline";
import { differences, type ReadPoint, readBack, shapeOf, statedPoints } from "../support/read-back";

const date = "2026-07-15";

interface Xctsk {
	readonly version: number;
	readonly t: readonly {
		readonly z: string;
		readonly n: string;
		readonly d?: string;
		readonly o?: {
			readonly l?: number;
			readonly a1?: number;
			readonly a2?: number;
			readonly a12?: number;
			readonly r2?: number;
		};
	}[];
	readonly s?: { readonly g: readonly string[] };
	readonly g: { readonly d?: string; readonly t: number };
	readonly o: { readonly v: number; readonly tt?: number; readonly fa?: number; readonly bgi?: number };
	readonly e: number;
}

/** The format has no point without an altitude. */
const fieldM = 548;
const withFieldHeight = (points: readonly ReadPoint[]) =>
	points.map((point) => ({ ...point, elevation: point.elevation ?? fieldM }));

function readXctskPoints({ t }: Xctsk): ReadPoint[] {
	return t.map(({ z, n, d, o = {} }) => {
		const [longitude = 0, latitude = 0, elevation = 0, radius = 0] = decodePolyline(z);
		const shape = shapeOf(o.a1 ?? 180, o.r2 ?? 0, o.a2 ?? 0, o.l === 1);
		const place = { latitude: latitude / 1e5, longitude: longitude / 1e5, elevation };
		return { name: d ?? n, ...place, radius, inner: o.r2 ?? 0, ...shape, towards: o.a12 ?? null };
	});
}

test("the tasks of the demo and 2,000 others come back from XCTrack tasks", () => {
	// Lienz, in the example of Naviter's description.
	expect(decodePolyline("gk|lAyg{|Gml@owH")).toEqual([1_276_612, 4_683_917, 727, 5_000]);
	// Summer time is two hours ahead.
	const utc = (time: string | null) =>
		time && `${String(Number(time.slice(0, 2)) - 2).padStart(2, "0")}${time.slice(2)}Z`;
	readBack("xctsk", (task) => {
		const read = JSON.parse(writeXctsk(task, date, fieldM)) as Xctsk;
		const { rules } = task;
		return {
			wrong: differences(readXctskPoints(read), withFieldHeight(statedPoints(task)), 0.5e-5 + 1e-9),
			equal: [
				[read.t.map(({ n, d }) => [n, d]), task.points.map(({ name, code }) => [code, name])],
				[
					[read.s?.g[0] ?? null, read.g.d ?? null],
					[utc(rules.startOpens), utc(rules.finishCloses)],
				],
				[read.g.t, task.points.at(-1)?.zone.shape === "line" ? 1 : 2],
				[read.o.v, 2],
				[
					[read.o.tt ?? null, read.o.fa ?? null],
					[task.taskTimeS, rules.finishAltitudeM],
				],
				[read.o.bgi ?? null, rules.pev?.waitS ?? null],
				[read.e, task.scoring.earth === "sphere" ? 1 : 0],
			],
		};
	});
});
