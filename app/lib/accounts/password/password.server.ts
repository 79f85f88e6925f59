import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { isMovedPassword } from "./check-moved.server";
import { bcryptCostOf } from "./moved-password";
import { passwordCost } from "./password-cost";

const saltBytes = 16;
const keyBytes = 32;
/** Limit of memory in bytes. scrypt needs a little more than 128 · N · r bytes, and the default limit is exactly that. */
const maxmem = 64 * 1024 * 1024;

interface StoredHash {
	readonly ln: number;
	readonly r: number;
	readonly p: number;
	readonly salt: Buffer;
	readonly key: Buffer;
}

/** Returns the hash in PHC string format: `$scrypt$ln=15,r=8,p=3$<salt>$<key>`, base64 without padding. */
export async function hashPassword(password: string): Promise<string> {
	const salt = randomBytes(saltBytes);
	return formatted({ ...passwordCost, salt, key: await derive(password, { ...passwordCost, salt }) });
}

/**
 * Without a hash, does the same work, so that the time taken does not reveal which accounts exist.
 * @param movedCost the greatest cost of the hashes of bcrypt that are left in the edition: as long as there are any, every login checks both
 * kinds; null without them, and where only this account is asked about
 */
export async function verifyPassword(
	password: string,
	hash: string | null,
	movedCost: number | null = null,
): Promise<boolean> {
	const isMoved = hash !== null && bcryptCostOf(hash) !== null;
	const asMoved = (isMoved || movedCost !== null) && (await isMovedPassword(password, hash, movedCost));
	return (await verifyOwn(password, hash)) || asMoved;
}

async function verifyOwn(password: string, hash: string | null): Promise<boolean> {
	const stored = hash === null ? null : parsed(hash);
	const { key: expected, ...parameters } = stored ?? { ...passwordCost, salt: noSalt, key: noKey };
	const equal = timingSafeEqual(await derive(password, parameters), expected);
	return stored !== null && equal;
}

export function isOutdatedHash(hash: string): boolean {
	const stored = parsed(hash);
	return (
		stored === null ||
		stored.ln !== passwordCost.ln ||
		stored.r !== passwordCost.r ||
		stored.p !== passwordCost.p
	);
}

const noSalt = Buffer.alloc(saltBytes);
const noKey = Buffer.alloc(keyBytes);

function derive(password: string, { ln, r, p, salt }: Omit<StoredHash, "key">): Promise<Buffer> {
	const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem };
	return new Promise((resolve, reject) => {
		scrypt(password, salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)));
	});
}

function formatted({ ln, r, p, salt, key }: StoredHash): string {
	return `$scrypt$ln=${ln},r=${r},p=${p}$${unpadded(salt)}$${unpadded(key)}`;
}

function unpadded(bytes: Buffer): string {
	return bytes.toString("base64").replace(/=+$/, "");
}

const pattern = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

/** Returns null for anything else, such as the hash of an erased account. */
function parsed(hash: string): StoredHash | null {
	const found = pattern.exec(hash);
	if (!found) return null;
	const [, ln, r, p, salt = "", key = ""] = found;
	return {
		ln: Number(ln),
		r: Number(r),
		p: Number(p),
		salt: Buffer.from(salt, "base64"),
		key: Buffer.from(key, "base64"),
	};
}
