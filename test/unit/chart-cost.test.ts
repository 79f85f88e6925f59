import { expect, test } from "vitest";
import { largestChart, readChart } from "~/lib/charts/read-chart";

/* What takes minutes when a reader goes through its file more than once for each line. The exact costs: test/soak/request-cost.test.ts. */

const file = (line: string) => new TextEncoder().encode(line.repeat(largestChart / line.length));
const complaint = (key: string) => ({
	content: [],
	complaints: [{ line: null, complaint: `task.file.${key}` }],
});

test("two million empty lines are refused as waypoints at once", () => {
	expect(readChart("waypoints", file("\n"))).toEqual(complaint("tooManyWaypoints"));
});

test("a file with more than a thousand lines that cannot be read is no airspace, however they look", () => {
	for (const line of ["AC D\nQ\n", "AC D\nAN x\n", "V X=0:0N 0:0E\nAC D\nDB 0:30N179:42E0:30S179:42E\n"]) {
		expect(readChart("airspace", file(line))).toEqual(complaint("notOpenAir"));
	}
});
