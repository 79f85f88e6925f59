import fc from "fast-check";
import { encode } from "uqr";
import { expect, test } from "vitest";
import { epcText } from "~/lib/entries/epc";
import { toCents } from "~/lib/entries/fees";
import { domesticAccount } from "~/lib/entries/payment";

const transfer = {
	recipient: "Aeroklub Horní Lesnice, z. s.",
	iban: "DE89370400440532013000",
	bic: null,
	amount: 100,
	message: "VS 20250042 Glider Cup 2025",
};

test("a transfer in euro is written as the European Payments Council says, with or without a BIC", () => {
	expect(epcText(transfer)).toBe(
		"BCD\n002\n1\nSCT\n\nAeroklub Horní Lesnice, z. s.\nDE89370400440532013000\nEUR100.00\n\n\nVS 20250042 Glider Cup 2025",
	);
	expect(epcText({ ...transfer, bic: "COBADEFFXXX" })?.split("\n")[4]).toBe("COBADEFFXXX");
});

test.each([0, 0.001, -1, Number.NaN, 1_000_000_000])("no code says an amount of %d euro", (amount) => {
	expect(epcText({ ...transfer, amount })).toBeNull();
});

test("whatever stands in names and messages, the code keeps eleven lines and the largest version allowed", () => {
	const anything = fc.string({ unit: "grapheme", maxLength: 300 });
	fc.assert(
		fc.property(anything, anything, (recipient, message) => {
			const text =
				epcText({ ...transfer, recipient, message, bic: "COBADEFFXXX", amount: 999_999_999.99 }) ?? "";
			expect(text.split("\n")).toHaveLength(11);
			expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(331);
			expect(encode(text, { ecc: "M", boostEcc: false }).version).toBeLessThanOrEqual(13);
		}),
	);
});

test("of an owner whose name alone fills the code the beginning is said", () => {
	const text = epcText({ ...transfer, recipient: "🛩".repeat(70), amount: 999_999_999.99 }) ?? "";
	expect(text.split("\n")[5]).toMatch(/^(?:🛩){60,69}$/u);
	expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(331);
});

test.each([
	["CZ6508000000192000145399", "19-2000145399/0800"],
	["CZ5508000000001234567899", "1234567899/0800"],
	["SK3112000000198742637541", "19-8742637541/1200"],
	["DE89370400440532013000", null],
])("the number of the account %s is %s", (iban, number) => {
	expect(domesticAccount(iban)).toBe(number);
});

test.each([
	[33.333, 33.34],
	[33.33, 33.33],
	[0.1 + 0.2, 0.3],
	[1499.5, 1499.5],
])("%d is rounded up to %d", (amount, cents) => {
	expect(toCents(amount)).toBe(cents);
});
