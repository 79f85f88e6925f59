import { expect, test } from "vitest";
import { readClock } from "~/lib/settings.server";

const time = new Date("2025-03-02T10:00:00Z");
const clock = (CLOCK: string, MODE = "local") => readClock({ MODE, CLOCK } as Env, time).toISOString();

test.each([
	["a time", "2025-07-16T12:00:00Z", "2025-07-16T12:00:00.000Z"],
	["days ahead", "+120", "2025-06-30T10:00:00.000Z"],
	["no day ahead", "+0", "2025-03-02T10:00:00.000Z"],
	["seconds ahead", "+90s", "2025-03-02T10:01:30.000Z"],
	["seconds behind", "-86400s", "2025-03-01T10:00:00.000Z"],
	["the word now", "now", "2025-03-02T10:00:00.000Z"],
	["nothing", "", "2025-03-02T10:00:00.000Z"],
	["garbage", "+1e9 days", "2025-03-02T10:00:00.000Z"],
])("in local mode CLOCK moves the clock by %s", (_what, value, expected) => {
	expect(clock(value)).toBe(expected);
});

test.each(["2025-07-16T12:00:00Z", "+120", "-3600s"])(
	"outside local mode CLOCK moves nothing: %s",
	(value) => {
		expect(clock(value, "")).toBe(time.toISOString());
	},
);
