import { expect, test } from "vitest";
import { changesBetween, takeSnapshot } from "../permissions/snapshot";

export type Send = () => Promise<Response>;
/** @returns the request by hand, after what makes the page hide its button */
type Hidden = () => Send | Promise<Send>;
/** The button, when the page hides it, the request, and what the answer says. */
export type HiddenButton = readonly [button: string, condition: string, hidden: Hidden, said: string];

/** Requests are counted, also those that are refused. */
const counters: readonly string[] = ["2025 throttles"];

/** The status, what the cookie of the message says, and the page. */
async function saidBy(response: Response): Promise<string> {
	const cookie = decodeURIComponent(response.headers.get("Set-Cookie") ?? "");
	return `${response.status} ${cookie} ${await response.text()}`;
}

/** For each row: the request by hand is refused, and nothing has changed. */
export function testByHand(rows: readonly HiddenButton[]): void {
	test.each(rows)("%s: %s", async (_, __, hidden, expected) => {
		const send = await hidden();
		const before = await takeSnapshot();
		const said = await saidBy(await send());
		const changed = changesBetween(before, await takeSnapshot());
		expect(changed.filter((table) => !counters.includes(table))).toEqual([]);
		expect(said).toContain(expected);
	});
}
