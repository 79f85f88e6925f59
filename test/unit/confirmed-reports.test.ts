import { expect, test } from "vitest";
import { unconfirmedAmong } from "~/lib/desk/confirmed-reports";

const stranger = (id: number) => ({ id, sender: "other", standing: "proposed" }) as const;
const pilot = { id: 0, sender: "pilot", standing: "proposed" } as const;

const idsOf = (
	reports: Parameters<typeof unconfirmedAmong<ReturnType<typeof stranger> | typeof pilot>>[0],
) => {
	const { shown, more } = unconfirmedAmong(reports);
	return { shown: shown.map(({ id }) => id), more };
};

test("of the reports of strangers the newest three are shown, and the rest is a number", () => {
	expect(idsOf([])).toEqual({ shown: [], more: 0 });
	expect(idsOf([3, 2, 1].map(stranger))).toEqual({ shown: [3, 2, 1], more: 0 });
	expect(idsOf([4, 3, 2, 1].map(stranger))).toEqual({ shown: [4, 3, 2], more: 1 });
});

test("strangers do not push out the pilot's own report that waits", () => {
	expect(idsOf([...[3, 2, 1].map(stranger), pilot])).toEqual({ shown: [0, 3, 2], more: 1 });
});
