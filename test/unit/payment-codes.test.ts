import { expect, test } from "vitest";
import type { EntryPayment } from "~/lib/entries/payment";
import { type PaymentCodeKind, paymentCodeText } from "~/lib/entries/payment-qr-code";
import { qrRows } from "~/lib/qr-code";
import { scannedRows } from "../support/camera";

/* Codes for paying as a bank's app scans them: read by another program, and taken apart by the texts of both standards. */

const czech = "CZ6508000000192000145399";
const german = "DE89370400440532013000";
/** As long as the owner of an account, the title of an edition, a start number and a surname may be. */
const longest = { recipient: "Ř".repeat(60), message: `${"Ž".repeat(60)} ÚÚÚÚÚÚÚÚ ${"ů".repeat(100)}` };

function payment(changes: Partial<EntryPayment>): EntryPayment {
	return {
		...{ amount: 2500, currency: "CZK", iban: czech, bic: null, account: null, received: 0, dueOn: null },
		...{ recipient: "Aeroklub", variableSymbol: "20250042", message: "Cup 7K Novák", euro: null },
		...changes,
	};
}

/** What the app of a bank fills in; fields by their names in the standard. */
function scanned(payment: EntryPayment, kind: PaymentCodeKind): Record<string, string> {
	const rows = qrRows(paymentCodeText(payment, kind) ?? "");
	const text = scannedRows(rows);
	// The standard of the European code allows 13 versions; each is four modules wider, with four white ones on both sides.
	expect((rows.length - 8 - 17) / 4).toBeLessThanOrEqual(13);
	if (kind === "spayd") {
		const [head, version, ...fields] = text.split("*");
		expect([head, version]).toEqual(["SPD", "1.0"]);
		return Object.fromEntries(
			fields.map((field) => {
				const at = field.indexOf(":");
				return [field.slice(0, at), decodeURIComponent(field.slice(at + 1))];
			}),
		);
	}
	const lines = text.split("\n");
	expect([lines.length, ...lines.slice(0, 4)]).toEqual([11, "BCD", "002", "1", "SCT"]);
	const [bic = "", owner = "", iban = "", amount = "", purpose, reference, said = ""] = lines.slice(4);
	expect([purpose, reference]).toEqual(["", ""]);
	return { bic, owner, iban, amount, said };
}

test.each([0.01, 0.1, 1, 99.9, 1234.56, 100_000, 999_999.99])(
	"an amount of %d is scanned to the cent, in crowns and in euro",
	(amount) => {
		const cents = amount.toFixed(2);
		expect(scanned(payment({ amount }), "spayd")).toMatchObject({ AM: cents, CC: "CZK", ACC: czech });
		const inEuro = payment({ amount, currency: "EUR", iban: german });
		expect(scanned(inEuro, "spayd")).toMatchObject({ AM: cents, CC: "EUR", ACC: german });
		expect(scanned(inEuro, "epc")).toMatchObject({ amount: `EUR${cents}`, iban: german });
		const beside = payment({ euro: { iban: german, bic: "COBADEFFXXX", amount } });
		expect(scanned(beside, "epc")).toMatchObject({ amount: `EUR${cents}`, iban: german, bic: "COBADEFFXXX" });
	},
);

test.each([
	["diacritics", "Příšerně žluťoučký kůň", "PRISERNE ZLUTOUCKY KUN"],
	["foreign letters", "Łukasz Groß-Ærø Þór", "LUKASZ GROSS-AERO THOR"],
	["stars and percent signs", "Cup *2025* 100% A*", "CUP *2025* 100% A*"],
	["a text that looks like a field", "Cup*ACC:CZ00*AM:1.00", "CUP*ACC:CZ00*AM:1.00"],
	["two lines", "Cup\nNovák\tJan", "CUP NOVAK JAN"],
	["letters that no bank has", "Cup 🛩 Иван", "CUP"],
	["a start number of one letter", "Glider Cup 2025 Q Ó", "GLIDER CUP 2025 Q O"],
])("a message with %s is scanned as it was meant", (_, message, plain) => {
	expect(scanned(payment({ message }), "spayd")).toMatchObject({ MSG: plain, "X-VS": "20250042" });
	const inEuro = payment({ message, euro: { iban: german, bic: null, amount: 100 } });
	const said = message.replace(/\s+/g, " ");
	expect(scanned(inEuro, "epc")).toMatchObject({ said: `VS 20250042 ${said}`, bic: "" });
});

test.each([1, 30, 60])("an owner of %d letters with diacritics is scanned whole", (length) => {
	const recipient = "Ř".repeat(length);
	expect(scanned(payment({ recipient, currency: "EUR", iban: german }), "epc")).toMatchObject({
		owner: recipient,
	});
});

test("of the longest names the code says the owner, the symbol and the beginning of the message", () => {
	const inEuro = payment({ ...longest, euro: { iban: german, bic: "COBADEFFXXX", amount: 999_999.99 } });
	const { owner, said = "", amount } = scanned(inEuro, "epc");
	expect({ owner, amount }).toEqual({ owner: longest.recipient, amount: "EUR999999.99" });
	expect(said).toMatch(/^VS 20250042 Ž+/);
	expect(`VS 20250042 ${longest.message}`.startsWith(said)).toBe(true);
	expect(scanned(inEuro, "spayd")).toMatchObject({ MSG: "Z".repeat(60), "X-VS": "20250042" });
});
