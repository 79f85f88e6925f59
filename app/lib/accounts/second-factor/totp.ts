/* Time-based one-time passwords (RFC 6238) as every authenticator app makes them: HMAC-SHA-1, 30 seconds, six digits. */

const stepSeconds = 30;
const digits = 6;

/** Steps by which the clock of a phone may be wrong. */
const drift = 1;

/** Number of the time step, counted from 1970. */
export function stepAt(time: Date): number {
	return Math.floor(time.getTime() / 1000 / stepSeconds);
}

/** The code of a time step (RFC 4226, 5.3). */
export async function codeAt(secret: Uint8Array<ArrayBuffer>, step: number): Promise<string> {
	const counter = new DataView(new ArrayBuffer(8));
	counter.setBigUint64(0, BigInt(step));
	const algorithm = { name: "HMAC", hash: "SHA-1" };
	const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["sign"]);
	const hash = new DataView(await crypto.subtle.sign("HMAC", key, counter));
	const offset = hash.getUint8(hash.byteLength - 1) & 0xf;
	const number = hash.getUint32(offset) & 0x7fffffff;
	return String(number % 10 ** digits).padStart(digits, "0");
}

/**
 * The time step whose code was typed; null for a wrong code.
 * @param lastStep step of the last code that was used: its code and older ones are refused
 */
export async function stepOfCode(
	secret: Uint8Array<ArrayBuffer>,
	code: string,
	now: Date,
	lastStep: number,
): Promise<number | null> {
	const current = stepAt(now);
	for (let step = Math.max(current - drift, lastStep + 1); step <= current + drift; step += 1) {
		if ((await codeAt(secret, step)) === code) return step;
	}
	return null;
}

/** The address that an authenticator app reads from a QR code. */
export function appAddress(secret: Uint8Array, issuer: string, account: string): string {
	const label = [issuer, account].map(encodeURIComponent).join(":");
	const values = { secret: toBase32(secret), issuer, algorithm: "SHA1", digits, period: stepSeconds };
	const query = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
	return `otpauth://totp/${label}?${query.join("&")}`;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Base32 (RFC 4648, 6) of a whole number of five-byte groups, which need no padding. */
export function toBase32(bytes: Uint8Array): string {
	const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
	return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join("");
}

/** Writes a text in groups of four, for people who type or read it. */
export function grouped(text: string, separator: string): string {
	return (text.match(/.{1,4}/g) ?? []).join(separator);
}
