import { describe, expect, test } from "vitest";
import type { FlightResult } from "~db/schema";
import { type FlownOptions, flightResultOf, place, utc } from "../support/flown";
import { home, task, towed } from "../support/racing-flight";

/*
 * The out and return of the tests of racing tasks, as recorders and programs spoil its log: off the ground at 10:01:00 UTC, over
 * the line at 10:07:40, round the point at 11:14:00, home 7880 s after the start. All fixes at 4 s.
 */
const whole = flightResultOf(task, { hops: home });

/** A recorder that writes every fix anew. @param change gets a B record and the seconds since the first one */
function recorded(change: FlownOptions["change"], more: Partial<FlownOptions> = {}): FlightResult {
	return flightResultOf(task, { hops: home, ...more, ...(change && { change }) });
}

function expectSame({ status, distanceM, timeS, findings }: FlightResult, tolerance = 2): void {
	expect({ status, distanceM, findings }).toEqual({
		status: "finished",
		distanceM: whole.distanceM,
		findings: [],
	});
	expect(Math.abs((timeS ?? Number.NaN) - (whole.timeS ?? 0)), `${timeS} s`).toBeLessThanOrEqual(tolerance);
}

const isFirst = (elapsed: number) => elapsed === 0;
const atClock = (fix: string, clock: string) => `B${clock}${fix.slice(7)}`;
const nowhere = (fix: string, validity: "A" | "V") =>
	`${fix.slice(0, 7)}0000000N00000000E${validity}${fix.slice(25)}`;

describe("times", () => {
	test.each([1, 2, 10, 16])("a fix every %i s gives the same distance and time", (interval) =>
		expectSame(recorded(undefined, { interval })),
	);

	test("four fixes a second, and every record twice: those with the time of the one before are dropped", () => {
		expectSame(recorded(undefined, { interval: 0.25 }));
		expectSame(
			recorded((fix) => `${fix}\r\n${fix}`),
			0,
		);
	});

	test("one wrong time, and a clock that falls back, drop only fixes", () => {
		expectSame(recorded((fix, elapsed) => (elapsed === 2000 ? atClock(fix, "150000") : fix)));
		expectSame(recorded((fix, elapsed) => (elapsed === 2004 ? atClock(fix, "103000") : fix)));
	});

	test("a recorder that knows no time at first writes midnight", () => {
		expectSame(
			recorded((fix, elapsed) => (elapsed < 40 ? nowhere(atClock(fix, "000000"), "V") : fix)),
			0,
		);
	});

	test("a clock that was at yesterday's last second until the first satellite moves nothing to tomorrow", () => {
		const { start } = recorded((fix, elapsed) => (elapsed < 40 ? nowhere(atClock(fix, "235959"), "V") : fix));
		expect(start?.at).toBe(whole.start?.at);
	});

	test("over midnight UTC", () => {
		// Off at 23:30 UTC: the start is at 23:37:40, the finish 7880 s later, on the next day.
		expect(recorded(undefined, { begins: "23:30:00" })).toMatchObject({
			status: "finished",
			start: { at: utc("23:37:40") },
			finish: utc("23:37:40") + 7_880_000,
		});
	});

	test("a local time zone in the header changes nothing: fixes are UTC", () => {
		const zone = "HFTZNTIMEZONE:+2.00\r\nHFTZNUTCOFFSET:02:00\r\nLCU::HPTZNTIMEZONE:2";
		expectSame(
			recorded((fix, elapsed) => (isFirst(elapsed) ? `${zone}\r\n${fix}` : fix)),
			0,
		);
	});
});

describe("positions", () => {
	test("fixes at latitude and longitude 0, valid or not, are none", () => {
		expectSame(
			recorded((fix, elapsed) => (elapsed < 20 ? nowhere(fix, "A") : fix)),
			0,
		);
		expectSame(
			recorded((fix, elapsed) => (elapsed < 20 ? nowhere(fix, "V") : fix)),
			0,
		);
		const some = (elapsed: number) => elapsed > 3000 && elapsed < 3030;
		expectSame(
			recorded((fix, elapsed) => (some(elapsed) ? nowhere(fix, "A") : fix)),
			0,
		);
	});

	test("fixes without satellites (V) are passed over", () => {
		expectSame(recorded((fix, elapsed) => (elapsed % 12 === 0 ? fix.replace("EA", "EV") : fix)));
	});

	test("more decimals and other extensions stand behind the place", () => {
		const announced = "I083637SIU3840FXA4144ENLX4547VXA4850TAS5153LAD5456LOD5759TDS";
		expectSame(
			recorded((fix, elapsed) => {
				const own = `${fix.slice(0, 35)}120120009990511009876543210`;
				return isFirst(elapsed) ? `${announced}\r\n${own}` : own;
			}),
			0,
		);
	});

	test("heights count from the ground, also after a winch and with a fix every 16 s", () => {
		const winch = { to: place(-500), height: 350, speed: 17 };
		const { start } = flightResultOf(task, { hops: [winch, ...home.slice(1)], interval: 16 });
		expect(start?.heightM).toBe(1500);
	});

	test("weak circling is no landing, though a fix every 16 s or 20 s finds the glider at one place", () => {
		for (const interval of [16, 20]) {
			// 30 circles of as many seconds at 25 m/s, climbing 0.2 m/s.
			const side = (interval * 25) / 16;
			const circles = Array.from({ length: 30 * 16 }, (_, corner) => {
				const angle = (corner * Math.PI) / 8;
				const radius = side / 2 / Math.sin(Math.PI / 16);
				return {
					to: place(30_000 + radius * Math.sin(angle), radius * (1 - Math.cos(angle))),
					height: 800 + (corner * interval * 0.2) / 16,
				};
			});
			const hops = [...home.slice(0, 2), { to: place(30_000), height: 800 }, ...circles, ...home.slice(2)];
			const { status, distanceM } = flightResultOf(task, { hops, interval });
			expect({ status, distanceM }).toEqual({ status: "finished", distanceM: whole.distanceM });
		}
	});

	test("without pressure the GNSS altitude counts", () => {
		const { start } = recorded((fix) => `${fix.slice(0, 25)}00000${fix.slice(30)}`);
		expect(start).toEqual(whole.start);
	});
});

describe("the flight", () => {
	test("only the time before the start: nothing flown", () => {
		expect(recorded((fix, elapsed) => (elapsed > 250 ? null : fix))).toMatchObject({
			status: "out",
			distanceM: 0,
			start: null,
		});
	});

	test("a recorder that was switched on in the air, and off before the landing", () => {
		expectSame(recorded((fix, elapsed) => (elapsed > 200 && elapsed < 8400 ? fix : null)));
	});

	test("a recorder that stood on the ground has flown nothing", () => {
		const hops = [{ to: place(0), stay: 600, height: 0 }];
		expect(flightResultOf(task, { hops })).toMatchObject({ status: "none", takeOff: null, distanceM: 0 });
	});

	test("who lands inside the ring has finished at its edge", () => {
		const inside = [...home.slice(0, 3), { to: place(1500), height: 0, stay: 300 }];
		expectSame(flightResultOf(task, { hops: inside }), 0);
	});

	test("the road home from an outlanding is no flight", () => {
		// Lands 40 km north after the point, waits, and drives up and down hills to the airfield, through the ring.
		const drive = [0, 1, 2, 3, 4].map((leg) => ({
			to: place(40_000 - 8_000 * (leg + 1)),
			speed: 20,
			height: leg % 2 === 0 ? 150 : 20,
		}));
		const out = [...home.slice(0, 3), { to: place(40_000), height: 0, stay: 1800 }, ...drive];
		const { status, distanceM } = flightResultOf(task, {
			hops: [...out, { to: place(0), stay: 120, height: 0 }],
		});
		expect(status).toBe("out");
		expect(Math.abs(distanceM - 160_000)).toBeLessThan(10);
	});

	test("a flight of another task", () => {
		const elsewhere = [...towed, { to: place(-80_000, 40_000) }];
		expect(
			flightResultOf(task, { hops: [...elsewhere, { to: place(-10_000, 30_000), height: 0, stay: 120 }] }),
		).toMatchObject({ status: "out", distanceM: 0 });
	});
});
