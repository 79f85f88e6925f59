import { expect, test } from "vitest";
import type { Fix } from "~/lib/live/position-memory";
import { TaskFollower } from "~/lib/live/task-follower";
import type { Position } from "~/lib/maps/geodesy";
import { flyingDate, outAndReturn, place } from "../support/flown";

/** 100 km north and back over a line. */
const task = outAndReturn();
const noon = Date.parse(`${flyingDate}T10:00:00Z`);
const minutes = (count: number) => noon + count * 60_000;
const device = "DD89C9";

const fix = ({ latitude, longitude }: Position, minute: number, speed = 100): Fix => ({
	...{ latitude, longitude, speed },
	...{ at: minutes(minute), altitude: 1200, climb: 0, track: 0 },
});

const heard = (...fixes: readonly Fix[]) => fixes.map((one) => [device, one] as const);

function followed(id = "A", classes: Readonly<Record<string, string>> = { [device]: "club" }) {
	const follower = new TaskFollower();
	follower.follow({ tasks: { club: { id, date: flyingDate, ...task } }, classes });
	return follower;
}

const flight = heard(
	fix(place(-1_000), 0),
	fix(place(1_000), 1),
	fix(place(100_000), 60),
	fix(place(50_000), 90),
);
const at = (follower: TaskFollower, minute: number, tracks = flight) =>
	follower.progressAt({ [device]: minutes(minute) }, tracks).get(device) ?? null;

test("a question is answered up to its instant, and leaves everything as it was", () => {
	const follower = followed();
	follower.advanceTo(minutes(1), flight);
	expect(at(follower, 59)?.reachedAt).toEqual([]);
	expect(at(follower, 60)?.reachedAt).toHaveLength(1);
	expect(at(follower, 59)?.reachedAt).toEqual([]);
});

test("what has been taken in is not needed any more, and survives JSON", () => {
	const before = followed();
	before.advanceTo(minutes(60), flight);
	const after = followed();
	after.restore(JSON.parse(JSON.stringify(before.state)));
	expect(at(after, 90, flight.slice(-1))).toMatchObject({ startedAt: minutes(0.5), at: minutes(90) });
	expect(at(after, 90, flight.slice(-1))?.reachedAt).toHaveLength(1);
});

test("a new version of the task begins again, and so does who flies after a landing", () => {
	const follower = followed();
	follower.advanceTo(minutes(60), flight);
	follower.follow({ tasks: { club: { id: "B", date: flyingDate, ...task } }, classes: { [device]: "club" } });
	expect(at(follower, 90)?.startedAt).toBeNull();
	const landed = heard(fix(place(60_000), 61, 0), fix(place(60_000), 63, 0), fix(place(60_000), 64));
	const relit = followed();
	relit.advanceTo(minutes(60), flight);
	expect(at(relit, 63, landed)?.startedAt).not.toBeNull();
	expect(at(relit, 64, landed)?.startedAt).toBeNull();
});

test("who has finished keeps it after the landing", () => {
	const home = heard(fix(place(0), 120), fix(place(0), 121, 0), fix(place(0), 140, 0), fix(place(0), 141));
	const follower = followed();
	follower.advanceTo(minutes(90), flight);
	expect(at(follower, 141, home)?.finishedAt).toBeGreaterThan(minutes(90));
});

test("nobody is followed without a class and a task, or once the consent is taken back", () => {
	expect(at(followed("A", {}), 90)).toBeNull();
	const follower = followed();
	follower.advanceTo(minutes(60), flight);
	follower.follow({ tasks: {}, classes: {} });
	expect(follower.state.known).toEqual([]);
});

test("nothing is left of who is followed once no position is", () => {
	const follower = followed();
	follower.advanceTo(minutes(60), flight);
	follower.keepOnly(new Set([device]));
	expect(follower.state.known).toHaveLength(1);
	follower.keepOnly(new Set());
	expect(follower.state.known).toEqual([]);
});
