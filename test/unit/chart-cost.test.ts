import { expect, test } from "vitest";
import { readChart } from "~/lib/tasks/charts/read-chart";

/* What takes long when a reader goes through its file more than once for each line. The exact costs: test/soak/request-cost.test.ts. */

const file = (line: string) => new TextEncoder().encode(line.repeat(100_000 / line.length));
const complaint = (key: string) => ({
	content: [],
	complaints: [{ line: null, complaint: `task.file.${key}` }],
});

test("a hundred thousand empty lines are refused as waypoints at once", () => {
	expect(readChart("waypoints", file("\n"))).toEqual(complaint("tooManyWaypoints"));
});

test("a file with more than a thousand lines that cannot be read is no airspace, however they look", () => {
	for (const line of ["AC D\nQ\n", "AC D\nAN x\n", "V X=0:0N 0:0E\nAC D\nDB 0:30N179:42E0:30S179:42E\n"]) {
		expect(readChart("airspace", file(line))).toEqual(complaint("notOpenAir"));
	}
});

test("a name in a file does not turn the text around it", () => {
	const waypoint = "name,code,lat,lon\nMezihoří\u202e,M,4930.000N,01530.000E\n";
	expect(readChart("waypoints", new TextEncoder().encode(waypoint)).content).toMatchObject([
		{ name: "Mezihoří" },
	]);
});
