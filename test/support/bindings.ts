/** Variables and secrets of the Workers that tests start: what wrangler.toml says of a deployment is nothing to them. */
export const testBindings = {
	MODE: "local",
	PUBLIC_DOMAIN: "glidercup.example",
	ALLOWED_ORIGINS: "",
	MAIL_FROM: "Glider Cup <noreply@glidercup.example>",
	TOKEN_SECRET: "a secret for the tests alone, long enough",
	PWNED_PASSWORDS: "off",
	FACTOR_SECRET: "another secret for the tests, long enough too",
} as const;
