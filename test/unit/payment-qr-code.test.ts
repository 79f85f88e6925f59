import fc from "fast-check";
import { expect, test } from "vitest";
import { variableSymbol } from "~/lib/entries/payment";
import { paymentCodeSvg } from "~/lib/entries/payment-qr-code";
import { type Payment, spaydText } from "~/lib/entries/spayd";
import { normalizeIban } from "~editions/iban";

const payment: Payment = {
	iban: "CZ65 0800 0000 1920 0014 5399",
	amount: 2500,
	currency: "CZK",
	variableSymbol: "20250042",
	message: "Glider Cup 2025 – Jiří Větroň",
};

const textOf = (overrides: Partial<Payment>) => {
	const spayd = spaydText({ ...payment, ...overrides });
	return spayd.ok ? spayd.text : spayd.reason;
};
const messageOf = (message: string) => /\*MSG:(.*)$/.exec(textOf({ message }))?.[1] ?? null;

test("the payment is written as the standard asks", () => {
	expect(textOf({})).toBe(
		"SPD*1.0*ACC:CZ6508000000192000145399*AM:2500.00*CC:CZK*X-VS:20250042*MSG:GLIDER CUP 2025 JIRI VETRON",
	);
});

test("stars and percent signs in the message are escaped", () => {
	expect(messageOf("a*b 100%")).toBe("A%2AB 100%25");
});

test("letters that do not decompose become their nearest Latin letters, others a space", () => {
	expect(messageOf("Łukasz Straße, Øre_ěščřžýáíé")).toBe("LUKASZ STRASSE ORE ESCRZYAIE");
});

test("an empty message is left out", () => {
	expect(textOf({ message: " – " })).toBe(
		"SPD*1.0*ACC:CZ6508000000192000145399*AM:2500.00*CC:CZK*X-VS:20250042",
	);
});

test("a message is cut at 60 characters and never within an escape", () => {
	expect(messageOf("x".repeat(80))).toBe("X".repeat(60));
	expect(messageOf(`${"x".repeat(58)}*`)).toBe("X".repeat(58));
});

test("whatever the message, only characters of the alphanumeric code are written", () => {
	fc.assert(
		fc.property(fc.string({ unit: "binary", maxLength: 200 }), (message) => {
			expect(textOf({ message })).toMatch(/^SPD\*1\.0\*[0-9A-Z $%*+\-./:]+$/);
			expect(textOf({ message }).split("*")).toHaveLength(messageOf(message) === null ? 6 : 7);
			expect((messageOf(message) ?? "").length).toBeLessThanOrEqual(60);
		}),
	);
});

test.each([
	["iban", { iban: "CZ6508000000192000145398" }],
	["amount", { amount: 0 }],
	["amount", { amount: Number.NaN }],
	["amount", { amount: 10_000_000 }],
	["variableSymbol", { variableSymbol: "12345678901" }],
	["variableSymbol", { variableSymbol: "20-1" }],
])("a payment with a bad %s is refused", (reason, overrides) => {
	expect(textOf(overrides)).toBe(reason);
});

test.each([
	["CZ65 0800 0000 1920 0014 5399", "CZ6508000000192000145399"],
	["de89370400440532013000", "DE89370400440532013000"],
	["GB82 WEST 1234 5698 7654 32", "GB82WEST12345698765432"],
	["CZ6508000000192000145389", null],
	["CZ65080000001920001453", null],
	["", null],
	["CZ65*0800000019200014539", null],
])("the IBAN %j is read as %j", (text, iban) => {
	expect(normalizeIban(text)).toBe(iban);
});

test("the variable symbol is the year and the entry's number", () => {
	expect(variableSymbol(2025, 42)).toBe("20250042");
	expect(variableSymbol(2025, 12_345)).toBe("202512345");
	expect(variableSymbol(2025, 999_999)).toHaveLength(10);
	expect(variableSymbol(2025, 1_000_000)).toBeNull();
	expect(variableSymbol(2025, 0)).toBeNull();
});

test("the code is black on white with four white modules around, a frame and the words QR platba", () => {
	const svg = paymentCodeSvg(textOf({}), { kind: "spayd", label: 'Platba "2 500 Kč" <QR>' });
	expect(svg).toContain("<title>Platba &quot;2 500 Kč&quot; &lt;QR&gt;</title>");
	expect(svg).toContain('fill="#fff"');
	expect(svg).toContain(">QR platba</text>");
	expect(svg).not.toContain("style=");
	const [, width = 0] = /viewBox="0 0 (\d+)/.exec(svg) ?? [];
	const columns = [...svg.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, , run]) => [
		Number(x),
		Number(x) + Number(run),
	]);
	expect(Math.min(...columns.map(([from = 0]) => from))).toBe(5);
	expect(Math.max(...columns.map(([, to = 0]) => to))).toBe(Number(width) - 5);
});
