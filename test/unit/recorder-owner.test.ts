import { expect, test } from "vitest";
import { namesRecorder } from "~/lib/flights/igc-file/flight-log";
import { ownerOfRecorder, type RecorderClaim } from "~/lib/scoring/recorder-owner";

/** A claim, in days of July: when the recorder was named, when the first flight came, and the first day of a flight with points. */
function claim(
	registrationId: string,
	namedAt: number | null,
	sentAt: number,
	flownOn?: number,
): RecorderClaim {
	return {
		registrationId,
		namedAt: namedAt === null ? null : new Date(2025, 6, namedAt),
		sentAt: new Date(2025, 6, sentAt),
		flownOn: flownOn ? `2025-07-${flownOn}` : null,
	};
}

test.each<[string, readonly RecorderClaim[], string | null]>([
	["nobody's without a sign", [claim("V", null, 15), claim("R", null, 14)], null],
	["that of the one who names it", [claim("V", 1, 15), claim("R", null, 14)], "V"],
	["that of the one who has flown with it", [claim("V", null, 13, 13), claim("R", null, 15)], "V"],
	[
		"of several who have flown with it, that of the first",
		[claim("V", null, 13, 13), claim("R", null, 14, 14)],
		"V",
	],
	[
		"nobody's when two have flown with it since the same day",
		[claim("V", null, 13, 13), claim("R", null, 13, 13)],
		null,
	],
	["nobody's when both name it", [claim("V", 1, 15), claim("R", 2, 15)], null],
	[
		"of two who name it, that of the one who has flown with it",
		[claim("V", 1, 13, 13), claim("R", 1, 15)],
		"V",
	],
	[
		"nobody's when the one who named it later has flown with it first",
		[claim("V", 1, 15), claim("R", 2, 13, 13)],
		null,
	],
	["not stolen by a name typed after a flight of today", [claim("V", null, 14), claim("R", 15, 16)], null],
	["not stolen by a name typed after an earlier flight", [claim("V", null, 13, 13), claim("R", 14, 15)], "V"],
	[
		"not stolen by flights on days on which the one who names it has none",
		[claim("V", 1, 15), claim("R", null, 13, 13)],
		"V",
	],
	["not made somebody's by flights without points", [claim("V", null, 12), claim("R", null, 15)], null],
	[
		"the first one's though three have logs of it",
		[claim("V", null, 13, 13), claim("R", null, 15), claim("S", null, 15)],
		"V",
	],
	["the only log's when its entry names it", [claim("V", 1, 15)], "V"],
	["nobody's though only one log scores", [claim("V", null, 15)], null],
])("a recorder is %s", (_, claims, owner) => {
	expect([ownerOfRecorder(claims), ownerOfRecorder(claims.toReversed())]).toEqual([owner, owner]);
});

test.each([
	["LXV 6MS", true],
	["lxv-6ms", true],
	["Nano 4 (lxv6ms), backup FLA ABC", true],
	["LXNAV 6MS", true],
	["6ms", true],
	["FLA 6MS", false],
	["LXV 6M", false],
	["16MS", false],
	["", false],
])("the text %j names LXV 6MS: %s", (text, isNamed) => {
	expect(namesRecorder(text, { maker: "LXV", serial: "6MS" })).toBe(isNamed);
});

test("a serial without a digit is named only behind its maker", () => {
	const recorder = { maker: "FLA", serial: "ABC" };
	expect(
		["FLA ABC", "FLAABC", "Flarm ABC", "ABC", "LXV ABC"].filter((text) => namesRecorder(text, recorder)),
	).toEqual(["FLA ABC", "FLAABC"]);
});
