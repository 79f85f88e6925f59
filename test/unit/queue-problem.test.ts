import { expect, test } from "vitest";
import { problemOf } from "~/browser/queue/queue-problem";
import type { QueueProblem } from "~/browser/queue/queue-state";

const errorText = "The change was not saved";
const answered = (status: number, problem: QueueProblem | null = null, data: unknown = {}) =>
	problemOf({ status, data }, { errorText, problem });

test.each([429, 502, 503])("a request answered %i is sent again by itself, however often", (status) => {
	const refused = { kind: "offline", why: errorText };
	expect(answered(status)).toEqual(refused);
	expect(answered(status, { kind: "offline", failures: 2 })).toEqual(refused);
});

test.each([429, 503])(
	"what the server says of a request that it does not take yet is shown: %i",
	(status) => {
		expect(answered(status, null, { msg: "There is no more room" })).toEqual({
			kind: "offline",
			why: "There is no more room",
		});
	},
);

test("a request that the server fails on three times in a row waits for its sender", () => {
	const first = answered(500);
	const second = answered(500, first);
	expect([first, second].map(({ kind }) => kind)).toEqual(["offline", "offline"]);
	// It is said as what it is, not as a lost connection.
	expect(first).toMatchObject({ why: errorText });
	expect(answered(500, second, { msg: "Něco se pokazilo." })).toEqual({
		kind: "failed",
		text: "Něco se pokazilo.",
	});
	// A lost connection in between: not in a row.
	expect(answered(500, answered(503, second))).toEqual(first);
});

test("a page in the place of our answer, and no answer, are a lost connection", () => {
	const html = { status: "PARSING_ERROR", originalStatus: 500, data: "<p>", error: "" } as const;
	const lost = { status: "FETCH_ERROR", error: "" } as const;
	const problem = { kind: "offline", failures: 2 } as const;
	for (const failure of [html, lost]) {
		expect(problemOf(failure, { errorText, problem })).toEqual({ kind: "offline" });
	}
});

test("what the server refuses here alone is kept, with what it says", () => {
	const elsewhere = { msg: "Send it at another address.", kept: true };
	expect(answered(403, null, elsewhere)).toEqual({ kind: "failed", text: "Send it at another address." });
	expect(answered(403, null, { msg: "No." })).toEqual({ kind: "refused", text: "No." });
});

test("a refusal says which fields its sender must fill in", () => {
	const asked = { msg: "Choose the pilot.", ask: ["pilot"] };
	expect(answered(400, null, asked)).toEqual({ kind: "refused", text: "Choose the pilot.", ask: ["pilot"] });
});
