/** Every page that a visitor can read. */
export const visitorPages = [
	"/",
	"/news",
	"/starting-list",
	"/statuses?day=2025-07-12",
	"/results",
	"/results?view=daily",
	"/results?view=total",
	"/documents",
	"/contacts",
	"/archive",
	"/igc",
	"/login",
	"/signup",
	"/password-reset",
	"/there-is-no-such-page",
] as const;

/** Every page that only organisers have, or that is another one for them. */
export const adminPages = [
	"/admin",
	"/admin/mail",
	"/admin/audit",
	"/admin/results",
	"/admin/glider-types",
	"/competition-days",
	"/users",
	"/starting-list",
	"/statuses?day=2025-07-12&duty=on",
	"/igc",
	"/news",
	"/documents",
	"/registration",
	"/user-profile",
	"/change-password",
] as const;
