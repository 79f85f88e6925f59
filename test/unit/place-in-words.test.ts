import { expect, test } from "vitest";
import { lastNews, lastSeen } from "~/lib/live/live-words.server";
import { destination } from "~/lib/maps/geodesy";
import { placeInWords } from "~/lib/maps/place-in-words.server";

const ledec = { name: "Ledeč", latitude: 49.695, longitude: 15.277 };
const at = (bearing: number, metres: number) => destination("sphere", ledec, bearing, metres);
const plain = (text: string) => text.replaceAll("\u00a0", " ");

test.each([
	[0, "10 km north of Ledeč", "10 km severně od místa Ledeč"],
	[44, "10 km north-east of Ledeč", "10 km severovýchodně od místa Ledeč"],
	[90, "10 km east of Ledeč", "10 km východně od místa Ledeč"],
	[136, "10 km south-east of Ledeč", "10 km jihovýchodně od místa Ledeč"],
	[202, "10 km south of Ledeč", "10 km jižně od místa Ledeč"],
	[225, "10 km south-west of Ledeč", "10 km jihozápadně od místa Ledeč"],
	[270, "10 km west of Ledeč", "10 km západně od místa Ledeč"],
	[315, "10 km north-west of Ledeč", "10 km severozápadně od místa Ledeč"],
	[338, "10 km north of Ledeč", "10 km severně od místa Ledeč"],
])("a place %i degrees from another one", (bearing, en, cs) => {
	expect(plain(placeInWords("en", at(bearing, 10_000), [ledec]))).toBe(en);
	expect(plain(placeInWords("cs", at(bearing, 10_000), [ledec]))).toBe(cs);
});

test("the nearest name counts, be it of a file or a town in the language of the page", () => {
	const overPrague = { latitude: 50.09, longitude: 14.42 };
	expect(placeInWords("en", overPrague, [ledec])).toBe("over Prague");
	expect(placeInWords("cs", overPrague, [ledec])).toBe("nad místem Praha");
});

test("where no name is near, the degrees are said", () => {
	expect(placeInWords("en", { latitude: -33.5, longitude: -70.25 }, [ledec])).toBe(
		"33° 30.000′ S, 70° 15.000′ W".replaceAll(" ", "\u00a0").replace(",\u00a0", ", "),
	);
});

test("a position is said with its height and local time, to the desk with speed and source", () => {
	const fix = {
		...at(315, 15_000),
		at: "2025-07-17T14:42:10Z",
		altitude: 1_638,
		speed: 92,
		climb: null,
		track: 0,
	};
	expect(plain(lastSeen("en", fix, [ledec]))).toBe("15 km north-west of Ledeč, 1,640 m, 16:42");
	expect(plain(lastSeen("cs", fix, [ledec]))).toBe("15 km severozápadně od místa Ledeč, 1 640 m, 16:42");
	const desk = (now: string) => plain(lastNews({ language: "en", now: new Date(now) }, fix, [ledec]));
	expect(desk("2025-07-17T14:52:10Z")).toBe("15 km north-west of Ledeč, 1,640 m, 92 km/h (OGN, 16:42)");
	expect(desk("2025-07-17T14:52:11Z")).toBe(
		"no signal since 16:42, last 15 km north-west of Ledeč, 1,640 m, 92 km/h (OGN)",
	);
});
