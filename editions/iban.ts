/** Without spaces and in capitals; null when the form or the check digits (ISO 7064 mod 97) are wrong. */
export function normalizeIban(text: string): string | null {
	const iban = text.replaceAll(/[\s\u00A0]/g, "").toUpperCase();
	if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return null;
	if (/^(CZ|SK)/.test(iban) && !/^..\d{22}$/.test(iban)) return null;
	let remainder = 0;
	for (const char of iban.slice(4) + iban.slice(0, 4)) {
		const value = Number.parseInt(char, 36);
		remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
	}
	return remainder === 1 ? iban : null;
}
