import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { openSecret } from "~/lib/accounts/second-factor/factor-secret.server";
import { rowsIfThere } from "../lib/opened-years";
import type { makePlace } from "../serve/served-place";
import type { Storage } from "./backup";

const factorsSql = "SELECT user_id, sealed_secret FROM second_factors";

/**
 * What to say when years were restored into a folder whose secrets are not those of the backup: who is kept out by that, and where the old
 * ones belong. Null when there is nothing to say.
 */
export async function otherSecrets(
	{ query }: Pick<Storage, "query">,
	{ secrets, made }: Pick<ReturnType<typeof makePlace>, "secrets" | "made">,
	years: readonly number[],
): Promise<string | null> {
	const factorSecret = parseEnv(readFileSync(secrets, "utf8")).FACTOR_SECRET ?? null;
	let closed = 0;
	// A backup of before second factors has no table of them.
	for (const year of years)
		for (const { user_id, sealed_secret } of await rowsIfThere(query(year, factorsSql))) {
			const sealing = { settings: { factorSecret }, edition: { year } };
			if (!(await openSecret(sealing, String(user_id), String(sealed_secret)))) closed += 1;
		}
	const isNewToken = made.includes("TOKEN_SECRET");
	if (closed === 0 && !isNewToken) return null;
	return [
		...(isNewToken ? ["Made a TOKEN_SECRET: everybody logs in again."] : []),
		...(closed > 0
			? [
					`FACTOR_SECRET is not that of the backup. Second factors that it does not open: ${closed}; who has one needs a recovery code.`,
				]
			: []),
		`Put the secrets of where the backup comes from (.secrets.env of a deployment, .dev.vars of a folder) into ${secrets}, before anybody logs in here.`,
	].join("\n");
}
