import { dayMilliseconds } from "./editions/prague-time";

/** The environment of this deployment. */
export interface Settings {
	readonly local: boolean;
	readonly publicDomain: string;
	/** Port of the links in mails, in local mode. */
	readonly localPort: string;
	readonly allowedOrigins: readonly string[];
	readonly tokenSecret: string;
	readonly previousTokenSecret: string | null;
	/** Secret that encrypts the secrets of authenticator apps; null when it is missing or too short. */
	readonly factorSecret: string | null;
	readonly mail: {
		readonly from: string;
		readonly apiKey: string | null;
		readonly baseUrl: string | null;
		/** Mails that the provider takes in a day of UTC; null without a limit. */
		readonly perDay: number | null;
	};
	/** Address that gets alerts; null for the organisers of the edition. */
	readonly operatorEmail: string | null;
	/** Address of the service that looks up leaked passwords; null when none is asked. */
	readonly pwnedPasswordsUrl: string | null;
	/** Address of the IGC ranking list; null when nobody is asked. */
	readonly igcRankingUrl: string | null;
	/** Where live positions come from. */
	readonly openGliderNetwork: {
		/** Host and port of a server of APRS-IS. */
		readonly server: string;
		/** Address of the device database. */
		readonly devices: string;
	};
	readonly soaringSpot: {
		readonly baseUrl: string;
		readonly clientId: string | null;
		readonly secret: string | null;
	};
}

/** Length in characters. A shorter secret could be guessed, and tokens signed with it. */
const shortestSecret = 32;

function isLongEnough(secret: string | undefined): secret is string {
	return secret !== undefined && secret.length >= shortestSecret;
}

/**
 * Reads the settings of one edition. A secret other than TOKEN_SECRET that is too short is ignored.
 * @throws Error when TOKEN_SECRET is missing or too short: no token could be trusted
 */
export function readSettings(env: Env, year: number): Settings {
	if (!isLongEnough(env.TOKEN_SECRET)) {
		throw new Error(`TOKEN_SECRET must have at least ${shortestSecret} characters`);
	}
	const local = env.MODE === "local";
	const asksNobody = local || env.PWNED_PASSWORDS === "off";
	return {
		local,
		publicDomain: env.PUBLIC_DOMAIN,
		localPort: env.PORT || "8787",
		allowedOrigins: (env.ALLOWED_ORIGINS ?? "").split(",").flatMap((origin) => origin.trim() || []),
		tokenSecret: env.TOKEN_SECRET,
		previousTokenSecret: isLongEnough(env.TOKEN_SECRET_PREVIOUS) ? env.TOKEN_SECRET_PREVIOUS : null,
		factorSecret: isLongEnough(env.FACTOR_SECRET) ? env.FACTOR_SECRET : null,
		mail: {
			from: env.MAIL_FROM,
			apiKey: env.RESEND_API_KEY || null,
			baseUrl: env.RESEND_BASE_URL || null,
			perDay: Number(env.MAILS_PER_DAY) || null,
		},
		operatorEmail: env.OPERATOR_EMAIL || null,
		pwnedPasswordsUrl: asksNobody ? null : env.PWNED_PASSWORDS_BASE_URL || "https://api.pwnedpasswords.com",
		igcRankingUrl: env.IGC_RANKING_BASE_URL || (local ? null : "https://igcrankings.fai.org"),
		openGliderNetwork: {
			server: env.OGN_SERVER || "aprs.glidernet.org:14580",
			devices: env.OGN_DEVICES_URL || "https://ddb.glidernet.org/download/?j=1",
		},
		soaringSpot: {
			baseUrl: env.SOARING_SPOT_BASE_URL || "https://api.soaringspot.com/v1/",
			clientId: env[`SOARING_SPOT_CLIENT_ID_${year}`] || null,
			secret: env[`SOARING_SPOT_SECRET_${year}`] || null,
		},
	};
}

export function hasResultsSource({ soaringSpot }: Settings): boolean {
	return soaringSpot.clientId !== null && soaringSpot.secret !== null;
}

/**
 * The current time. In local mode CLOCK moves it: a date stops the clock, `+120` sets it 120 days ahead, and `-3600s` lets it run
 * an hour behind. `npm start` turns a date into such seconds. Only whole seconds are moved, so that signup opens and a day ends at
 * a full second of both clocks.
 */
export function readClock(env: Pick<Env, "MODE" | "CLOCK">, time = new Date()): Date {
	if (env.MODE !== "local" || !env.CLOCK) return time;
	const [, days] = /^\+(\d{1,5})$/.exec(env.CLOCK) ?? [];
	if (days) return new Date(time.getTime() + Number(days) * dayMilliseconds);
	const [, seconds] = /^([+-]\d{1,10})s$/.exec(env.CLOCK) ?? [];
	if (seconds) return new Date(time.getTime() + Number(seconds) * 1000);
	const moved = new Date(env.CLOCK);
	return Number.isNaN(moved.getTime()) ? time : moved;
}
