import { sha256Hex } from "~/lib/digest";
import { grouped, toBase32 } from "./base32";

const codesOfAccount = 10;
/** Bytes: too many to guess, even from the stored digests. */
const codeLength = 10;

/** New codes, as they are shown: `ABCD-EFGH-IJKL-MNOP`. */
export function newRecoveryCodes(): string[] {
	return Array.from({ length: codesOfAccount }, () =>
		grouped(toBase32(crypto.getRandomValues(new Uint8Array(codeLength))), "-"),
	);
}

/** @param code in any case, with or without spaces and dashes */
export function recoveryCodeHash(userId: string, code: string): Promise<string> {
	return sha256Hex(`${userId}\n${code.replace(/[\s-]/g, "").toUpperCase()}`);
}
