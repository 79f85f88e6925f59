/** Variables and secrets of the Workers that tests start: what wrangler.toml says of a deployment is nothing to them. */
export const testBindings = {
	MODE: "local",
	PUBLIC_DOMAIN: "glidercup.example",
	ALLOWED_ORIGINS: "",
	MAIL_FROM: "Glider Cup <noreply@glidercup.example>",
	TOKEN_SECRET: "a secret for the tests alone, long enough",
	PWNED_PASSWORDS: "off",
	// Not "off", which erases: a test that asks for positions says "on".
	LIVE: "",
	FACTOR_SECRET: "another secret for the tests, long enough too",
} as const;

/** A database for each edition of `test/support/editions.ts` and for a draft, under the name by which the Worker asks for it. */
export const testDatabases = Object.fromEntries(
	[2020, 2021, 2022, 2023, 2024, 2025, 2026].map((year) => [`DB_${year}`, `test-${year}`]),
);
