import { describe, expect, test } from "vitest";
import { isHeldByFinding } from "~/lib/scoring/flight-result";
import { cylinder, flightResultOf, outAndReturn, place, point } from "../support/flown";
import { expectNear, kinds, lands, task, towed } from "../support/racing-flight";

/** One area of 20 km around a place 60 km north, and a task time at which every average is low. */
const areaTask = outAndReturn({
	kind: "AAT",
	taskTimeS: 18_000,
	points: [
		...task.points.slice(0, 1),
		point(place(60_000), cylinder(20_000), "Oblast"),
		...task.points.slice(2),
	],
});

const homeAt = (kmh: number) =>
	flightResultOf(areaTask, {
		hops: [...towed, { to: place(70_000) }, { to: place(0), speed: kmh / 3.6 }, lands(-300)],
	});

describe("a leg at more than 400 km/h", () => {
	test("from the credited fix to the finish holds the flight, however long the task time is", () => {
		const { status, timeS, findings } = homeAt(500);
		expect({ status, timeS }).toEqual({ status: "finished", timeS: 18_000 });
		expect(findings).toMatchObject([{ kind: "tooFast", point: 2, proposedPoints: 0 }]);
		expectNear(findings[0]?.value, 500, 5);
		expect(isHeldByFinding(homeAt(500))).toBe(true);
	});

	test("is none at less, and is one at more", () => {
		expect(homeAt(396)).toMatchObject({ status: "finished", findings: [] });
		expect(kinds(homeAt(405).findings)).toEqual(["tooFast"]);
	});

	test("is one up to the place that scores of who is out", () => {
		const hops = [...towed, { to: place(70_000) }, { to: place(30_000), speed: 140 }, lands(29_000)];
		const { status, findings } = flightResultOf(areaTask, { hops });
		expect(status).toBe("out");
		expect(findings).toMatchObject([{ kind: "tooFast", point: 2 }]);
	});

	test("is one up to the first area, even when the fix that counts there came late", () => {
		const slowly = [
			{ to: place(41_000), speed: 140 },
			{ to: place(70_000), speed: 10 },
		];
		const { findings } = flightResultOf(areaTask, {
			hops: [...towed, ...slowly, { to: place(0) }, lands(-300)],
		});
		expect(findings).toMatchObject([{ kind: "tooFast", point: 1 }]);
	});
});
