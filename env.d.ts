/// <reference types="vite/client" />
/// <reference types="@cloudflare/vitest-pool-workers/types" />

declare module "virtual:remix/server-build" {
	import type { ServerBuild } from "@remix-run/cloudflare";

	const build: ServerBuild;
	export = build;
}

/** What the build says of itself; see vite.config.ts. */
interface ImportMetaEnv {
	readonly COMMIT?: string | null;
	readonly COMMITTED_AT?: string | null;
}

/** Bindings, variables and secrets of the Worker; `readSettings` checks the texts among them. */
interface Env {
	/** One database per edition, e.g. DB_2025. */
	[database: `DB_${number}`]: D1Database;
	/** Keys of the results source, per edition, e.g. SOARING_SPOT_CLIENT_ID_2025. */
	[soaringSpotKey: `SOARING_SPOT_CLIENT_ID_${number}` | `SOARING_SPOT_SECRET_${number}`]: string | undefined;
	FILES: R2Bucket;
	ASSETS?: Fetcher;
	/** "local" only in .dev.vars; everything else is production. */
	MODE?: string;
	/** Local mode only: moves the time of the application; see `readClock`. */
	CLOCK?: string;
	/** Local mode only: the port of the application, for the links in mails; 8787 when not set. */
	PORT?: string;
	PUBLIC_DOMAIN: string;
	ALLOWED_ORIGINS?: string;
	MAIL_FROM: string;
	/** Who gets alerts; the organisers when it is not set. */
	OPERATOR_EMAIL?: string;
	TOKEN_SECRET: string;
	/** The secret before the last rotation; its tokens stay good until they expire. */
	TOKEN_SECRET_PREVIOUS?: string;
	/** Encrypts the secrets of authenticator apps. Made once: with another one, organisers set up their apps anew. */
	FACTOR_SECRET?: string;
	/** "off" asks nobody whether a new password has leaked. */
	PWNED_PASSWORDS?: string;
	PWNED_PASSWORDS_BASE_URL?: string;
	/** Origin of the IGC ranking list, for tests. */
	IGC_RANKING_BASE_URL?: string;
	RESEND_API_KEY?: string;
	RESEND_BASE_URL?: string;
	/** How many mails the provider's plan takes in a day; no limit when it is empty. */
	MAILS_PER_DAY?: string;
	/** Address of a watchdog, a secret: it is asked after each run of the schedule that went well, and calls when nobody asks. */
	WATCHDOG_URL?: string;
	SOARING_SPOT_BASE_URL?: string;
	/** "on" listens to the Open Glider Network; anything else does nothing of it. */
	LIVE?: string;
	/** Missing in development, where Node runs the Worker. */
	LIVE_POSITIONS?: DurableObjectNamespace;
	/** Host and port of the network's server; `aprs.glidernet.org:14580` when it is not set. */
	OGN_SERVER?: string;
	/** Address of the device database; that of the network when it is not set. */
	OGN_DEVICES_URL?: string;
}

/* What workerd loads beside the Worker; wrangler's rules for modules name the same endings. */
declare module "*.wasm" {
	const code: WebAssembly.Module;
	export default code;
}
declare module "*.bin" {
	const bytes: ArrayBuffer;
	export default bytes;
}
