import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

/** Cost of a hash: about 150 ms and 32 MiB. A hash of another cost is replaced when its owner next logs in. */
const cost = { ln: 15, r: 8, p: 3 } as const;
const saltBytes = 16;
const keyBytes = 32;
/** scrypt needs a little more than 128 · N · r bytes, which is the default limit already. */
const maxmem = 64 * 1024 * 1024;

interface StoredHash {
	readonly ln: number;
	readonly r: number;
	readonly p: number;
	readonly salt: Buffer;
	readonly key: Buffer;
}

/** Hashes a password as `$scrypt$ln=15,r=8,p=3$<salt>$<key>` (PHC string format, base64 without padding). */
export async function hashPassword(password: string): Promise<string> {
	const salt = randomBytes(saltBytes);
	return formatted({ ...cost, salt, key: await derive(password, { ...cost, salt }) });
}

/**
 * Whether a password is that of a hash. Without a hash the answer is no after the same work, so that nobody can tell by
 * the time taken which accounts exist.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
	const stored = hash === null ? null : parsed(hash);
	const { key: expected, ...parameters } = stored ?? { ...cost, salt: noSalt, key: noKey };
	const equal = timingSafeEqual(await derive(password, parameters), expected);
	return stored !== null && equal;
}

/** Whether a hash was made with another cost than today's. */
export function isOutdatedHash(hash: string): boolean {
	const stored = parsed(hash);
	return stored === null || stored.ln !== cost.ln || stored.r !== cost.r || stored.p !== cost.p;
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

/** Null for what is no hash of ours, such as that of an account which never had a password. */
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
