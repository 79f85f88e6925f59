import { normalizeIban } from "~editions/iban";

/** The fields of the Czech QR payment standard (SPAYD 1.0) that are used here. */
export interface Payment {
	readonly iban: string;
	/** With at most two decimal places. */
	readonly amount: number;
	/** ISO 4217. */
	readonly currency: string;
	/** At most ten digits. */
	readonly variableSymbol: string;
	readonly message: string;
}

type SpaydRefusal = "iban" | "amount" | "variableSymbol";

type Spayd =
	| { readonly ok: true; readonly text: string }
	| { readonly ok: false; readonly reason: SpaydRefusal };

const mostMoney = 9_999_999.99;
const longestMessage = 60;
/** Letters that Unicode does not decompose into a base letter and a mark. */
const baseLetters: Readonly<Record<string, string>> = { Ł: "L", Đ: "D", Ø: "O", Æ: "AE", Œ: "OE", Þ: "TH" };

/** See docs/formats.md section 5. Holds only characters of the alphanumeric QR mode, which keeps the code small. */
export function spaydText({ iban, amount, currency, variableSymbol: symbol, message }: Payment): Spayd {
	const account = normalizeIban(iban);
	if (account === null) return { ok: false, reason: "iban" };
	if (!(amount > 0 && amount <= mostMoney)) return { ok: false, reason: "amount" };
	if (!/^\d{1,10}$/.test(symbol)) return { ok: false, reason: "variableSymbol" };
	const fields = [`ACC:${account}`, `AM:${amount.toFixed(2)}`, `CC:${currency}`, `X-VS:${symbol}`];
	const encoded = encodeMessage(message);
	if (encoded) fields.push(`MSG:${encoded}`);
	return { ok: true, text: `SPD*1.0*${fields.join("*")}` };
}

/** Encodes a text in capitals without diacritics. It escapes `*` and `%`, and the cut at the end never splits an escape. */
function encodeMessage(message: string): string {
	const plain = message
		.toUpperCase()
		.normalize("NFD")
		.replace(/\p{M}/gu, "")
		.replace(/[ŁĐØÆŒÞ]/g, (letter) => baseLetters[letter] ?? "")
		.replace(/[^0-9A-Z $%*+\-./:]+/g, " ")
		.replace(/ {2,}/g, " ")
		.trim();
	let encoded = "";
	for (const char of plain) {
		const next = char === "*" ? "%2A" : char === "%" ? "%25" : char;
		if (encoded.length + next.length > longestMessage) break;
		encoded += next;
	}
	return encoded.trimEnd();
}
