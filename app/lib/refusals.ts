/**
 * Every reason of a use case or the API to refuse, and the HTTP status of the response. The locales hold the texts as
 * `server.<reason>`; the English text is the `msg` of the API.
 */
export const refusalStatus = {
	"bad-request": 400,
	"missing-fields": 400,
	"invalid-fields": 400,
	"email-exists": 400,
	"user-exists": 400,
	"invalid-credentials": 400,
	"invalid-old-password": 400,
	"registration-exists": 400,
	"reset-token-used": 400,
	"reset-token-invalid": 400,
	"results-missing": 400,
	"results-source-missing": 400,
	"invalid-pilot": 400,
	"invalid-day": 400,
	"invalid-flight-log": 400,
	"token-invalid": 401,
	"user-missing": 401,
	"reset-token-missing": 401,
	"password-expired": 403,
	"not-admin": 403,
	"not-sender": 403,
	"signup-closed": 403,
	"entries-closed": 403,
	"cross-site": 403,
	"not-found": 404,
	"registration-missing": 404,
	"reset-token-unknown": 404,
	"method-not-allowed": 405,
	stale: 409,
	"sync-running": 409,
	"too-large": 413,
	"unsupported-type": 415,
	"too-many-requests": 429,
	"something-went-wrong": 500,
	unavailable: 503,
	"storage-failed": 503,
} as const satisfies Record<string, number>;

export type RefusalReason = keyof typeof refusalStatus;
