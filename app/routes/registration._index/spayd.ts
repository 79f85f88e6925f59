import { normalizeIban } from "~editions/iban";

/** A payment as the Czech QR payment standard (SPAYD 1.0) describes it. */
export interface Payment {
	iban: string;
	/** Crowns, at most two decimal places. */
	amount: number;
	/** At most ten digits. */
	variableSymbol: string;
	message: string;
}

export type SpaydRefusal = "iban" | "amount" | "variableSymbol";

export type Spayd = { ok: true; text: string } | { ok: false; reason: SpaydRefusal };

const MAX_AMOUNT = 9_999_999.99;
const MAX_MESSAGE = 60;
/** Letters that Unicode does not decompose into a base letter and a mark. */
const LETTERS: Record<string, string> = { Ł: "L", Đ: "D", Ø: "O", Æ: "AE", Œ: "OE", Þ: "TH" };

/**
 * Variable symbol of an entry: the year and the entry's number, padded to four digits (`20250042`).
 * Null when the number is not a whole one from 1 to 999,999, which would not fit into ten digits.
 */
export function variableSymbol(year: number, entryNumber: number): string | null {
	if (!Number.isInteger(entryNumber) || entryNumber < 1 || entryNumber > 999_999) return null;
	return `${year}${String(entryNumber).padStart(4, "0")}`;
}

/** The text of the QR payment code (formats.md section 5); only characters of the alphanumeric QR mode are in it. */
export function spaydText({ iban, amount, variableSymbol: symbol, message }: Payment): Spayd {
	const account = normalizeIban(iban);
	if (account === null) return { ok: false, reason: "iban" };
	if (!(amount > 0 && amount <= MAX_AMOUNT)) return { ok: false, reason: "amount" };
	if (!/^\d{1,10}$/.test(symbol)) return { ok: false, reason: "variableSymbol" };
	const fields = [`ACC:${account}`, `AM:${amount.toFixed(2)}`, "CC:CZK", `X-VS:${symbol}`];
	const encoded = encodeMessage(message);
	if (encoded) fields.push(`MSG:${encoded}`);
	return { ok: true, text: `SPD*1.0*${fields.join("*")}` };
}

/** Capitals without diacritics; `*` and `%` are escaped, and an escape is never cut at the end. */
function encodeMessage(message: string): string {
	const plain = message
		.toUpperCase()
		.normalize("NFD")
		.replace(/\p{M}/gu, "")
		.replace(/[ŁĐØÆŒÞ]/g, (letter) => LETTERS[letter] ?? "")
		.replace(/[^0-9A-Z $%*+\-./:]+/g, " ")
		.replace(/ {2,}/g, " ")
		.trim();
	let encoded = "";
	for (const char of plain) {
		const next = char === "*" ? "%2A" : char === "%" ? "%25" : char;
		if (encoded.length + next.length > MAX_MESSAGE) break;
		encoded += next;
	}
	return encoded.trimEnd();
}
