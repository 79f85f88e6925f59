import { expect, test } from "vitest";
import { withRoom } from "~/browser/replay/moving-layer";

const box = (left: number, top: number) => ({ left, right: left + 30, top });

test("of numbers that would lie on each other the first is shown, and one that is left out takes no room", () => {
	expect(withRoom([box(0, 0), box(20, 5), box(40, 5), box(0, 16)])).toEqual([true, false, true, true]);
});
