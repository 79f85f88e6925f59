import { randomBytes, scrypt } from "node:crypto";

/** Password of the demo accounts. */
export const demoPassword = "glider-demo-2025";

const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };

/** The demo password as the accounts store it. */
export function hashDemoPassword(): Promise<string> {
	const salt = randomBytes(16);
	const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
	return new Promise((resolve, reject) => {
		scrypt(demoPassword, salt, 32, cost, (error, key) => {
			if (error) reject(error);
			else resolve(`$scrypt$ln=15,r=8,p=3$${base64(salt)}$${base64(key)}`);
		});
	});
}
