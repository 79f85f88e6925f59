import { expect, test } from "vitest";
import { readPosition } from "~/lib/maps/read-position";

test.each([
	["49.7311, 15.2022"],
	["49.7311,15.2022"],
	["49.7311 15.2022"],
	["49,7311 15,2022"],
	["49,7311; 15,2022"],
	["N49.7311 E15.2022"],
	["49.7311N, 15.2022E"],
	["49° 43.866′ N 15° 12.132′ E"],
	["N49°43.866' E15°12.132'"],
	["49°43'51.96\"N 15°12'7.92\"E"],
	["E15 12.132 N49 43.866"],
])("%s is read", (text) => {
	const position = readPosition(text);
	expect(position?.latitude).toBeCloseTo(49.7311, 4);
	expect(position?.longitude).toBeCloseTo(15.2022, 4);
});

test("south and west are negative, by their letters or their signs", () => {
	expect(readPosition("S33.5 W70.25")).toEqual({ latitude: -33.5, longitude: -70.25 });
	expect(readPosition("-33.5, -70.25")).toEqual({ latitude: -33.5, longitude: -70.25 });
});

test.each([
	[""],
	["49.7311"],
	["91, 15"],
	["49, 181"],
	["49 61 15 12"],
	["N49 N15"],
	["49.7, 15.2, 3"],
	["louka u mlýna 49, 15"],
	["49.7311 15.2022 E"],
])("%s is no position", (text) => {
	expect(readPosition(text)).toBeNull();
});
