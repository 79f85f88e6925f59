import { codeAt, stepAt } from "~/lib/accounts/second-factor/totp";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** An authenticator app. @param shown its secret, as the page shows it */
export function createAuthenticator(shown: string) {
	const bits = [...shown.replaceAll(" ", "")].map((letter) =>
		alphabet.indexOf(letter).toString(2).padStart(5, "0"),
	);
	const bytes = bits.join("").match(/.{8}/g) ?? [];
	const secret = new Uint8Array(bytes.map((byte) => Number.parseInt(byte, 2)));
	return {
		/** What it shows at a time. */
		codeAt: (time: string | Date) => codeAt(secret, stepAt(new Date(time))),
	};
}
