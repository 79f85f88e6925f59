import { expect } from "vitest";
import { deskPositions, publicPositions } from "~/lib/live/live-queries.server";
import { createApp, json } from "~test/support/app";
import { contextOf } from "~test/support/context";
import { test } from "~test/support/world";

/* Where LIVE is off, the site is as it was without positions. */

test("nobody has a position where LIVE is off, and nothing is asked", async () => {
	const nothing = { signalAt: null, pilots: [], delays: {} };
	expect(await deskPositions(contextOf())).toEqual(nothing);
	expect(await publicPositions(contextOf())).toEqual(nothing);
});

test("the positions of visitors are empty where LIVE is off", async () => {
	const response = await createApp().get("/live.json");
	expect(response.status).toBe(200);
	expect(await json(response)).toMatchObject({ signalAt: null });
});
