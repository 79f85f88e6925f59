import { expect, test } from "vitest";
import { limitOf } from "~/lib/tasks/airspace/read-openair";
import { heightForms, noHeights } from "~test/support/openair-forms";

test("every form of a height is read as what it says, and none as another one", () => {
	expect(heightForms.length).toBeGreaterThan(5_000);
	const wrong = heightForms.filter(({ text, limit }) => {
		const read = limitOf(text);
		return read?.reference !== limit.reference || Math.abs(read.value - limit.value) > 1e-9;
	});
	expect(wrong.map(({ text, limit }) => [text, limit, limitOf(text)])).toEqual([]);
});

test.each(noHeights.map((text) => [text]))('the height "%s" is not guessed', (text) => {
	expect(limitOf(text)).toBeNull();
});

test("three digits behind a point are thousands, and decimals where thousands would be no height", () => {
	expect(limitOf("3.000 ft")).toEqual({ reference: "MSL", value: 914.4 });
	expect(limitOf("1.500 m MSL")).toEqual({ reference: "MSL", value: 1500 });
	expect(limitOf("914.400 m")).toEqual({ reference: "MSL", value: 914.4 });
	expect(limitOf("0.500 m AGL")).toEqual({ reference: "AGL", value: 0.5 });
});
