/** A transfer in euro. */
interface EuroTransfer {
	/** Owner of the account. */
	readonly recipient: string;
	/** Without spaces. */
	readonly iban: string;
	readonly bic: string | null;
	/** Amount in euro, with at most two decimal places. */
	readonly amount: number;
	readonly message: string;
}

/** Bytes of a code of version 13 with error correction M, the largest that EPC069-12 allows. */
const mostBytes = 331;
const longestRecipient = 70;
const longestMessage = 140;
const mostEuro = 999_999_999.99;

/**
 * The text of a QR code for a SEPA transfer, as the European Payments Council describes it (EPC069-12): version 002, UTF-8. Null for an
 * amount that no transfer has.
 */
export function epcText({ recipient, iban, bic, amount, message }: EuroTransfer): string | null {
	if (!(amount >= 0.01 && amount <= mostEuro)) return null;
	const textWith = (owner: string, said: string) =>
		[
			...["BCD", "002", "1", "SCT", bic ?? "", owner, iban],
			// Purpose, and a reference in place of the message, are empty.
			...[`EUR${amount.toFixed(2)}`, "", "", said],
		].join("\n");
	let [owner, said] = [cut(recipient, longestRecipient), cut(message, longestMessage)];
	while (new TextEncoder().encode(textWith(owner, said)).length > mostBytes) {
		if (said === "") owner = cut(owner, [...owner].length - 1);
		else said = cut(said, [...said].length - 1);
	}
	return textWith(owner, said);
}

/** One line of a text, cut at a number of characters. */
function cut(text: string, most: number): string {
	return [...text.replace(/[\s\p{Cc}]+/gu, " ").trim()].slice(0, most).join("").trimEnd();
}
