import fc from "fast-check";
import { expect, test } from "vitest";
import { flatTexts, nestedTexts } from "~/lib/i18n/nested-texts";
import cs from "~locales/cs/common.json";

test("the texts that browsers load come back by their whole keys", () => {
	expect(flatTexts(nestedTexts(cs))).toEqual(cs);
	expect(flatTexts(cs)).toEqual(cs);
});

test("a key that others go on with keeps its text", () => {
	const texts = { a: "1", "a.b": "2", "a.b.c": "3", "d.e": "4" };
	expect(nestedTexts(texts)).toEqual({ a: { "": "1", b: { "": "2", c: "3" } }, d: { e: "4" } });
	const key = fc
		.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 4 })
		.map((parts) => parts.join("."));
	fc.assert(
		fc.property(fc.dictionary(key, fc.string()), (any) => {
			expect(flatTexts(nestedTexts(any))).toEqual(any);
		}),
	);
});
