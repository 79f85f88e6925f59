import { newestEdition } from "~editions/index";
import { homeComer, season } from "~test/support/season";

const { news, published, registrations, tasks } = season;
const firstDay = newestEdition().competition.from;
const { day, entry, logId } = homeComer("club", firstDay);

/** Widths of phones, in pixels; the first is the narrowest screen there is. */
export const phones = [320, 360, 390] as const;

/** Every page that a visitor can read. */
export const visitorPages = [
	"/",
	"/news",
	"/starting-list",
	"/starting-list?q=nobody",
	`/statuses?day=${firstDay}`,
	"/statuses?view=board",
	"/grid",
	"/outlandings",
	"/outlandings/report",
	`/tasks/${firstDay}`,
	"/days",
	"/pilots",
	`/pilots/${entry.startNumber}`,
	`/compare?a=${logId}&b=${homeComer("club", firstDay, 1).logId}`,
	"/days/1",
	"/days/6",
	"/days/2/replay",
	`/tasks/${tasks[0]?.id}/sheet`,
	"/results",
	"/results?view=daily",
	"/results?view=total",
	"/documents",
	"/contacts",
	"/privacy",
	"/archive",
	"/igc",
	`/igc/${logId}`,
	`/scores/${day.id}/${entry.id}`,
	"/login",
	"/signup",
	"/password-reset",
	"/password-reset?token=none",
	"/confirm-email?token=none",
	"/undo-email?token=none",
	"/registration",
	"/user-profile",
	"/offline",
	"/there-is-no-such-page",
] as const;

/** Every page of a competitor, or that is another one for them. */
export const pilotPages = [
	"/",
	"/registration",
	"/registration/safety-card",
	"/grid",
	"/igc",
	"/user-profile",
	"/user-profile/erase",
	"/change-password",
	"/users",
] as const;

/** Every page that only organisers have, or that is another one for them. */
export const adminPages = [
	"/admin",
	"/admin/operations?view=mail",
	"/admin/operations?view=audit",
	"/starting-list?view=owing",
	"/admin/operations?view=erasures",
	"/admin/scoring",
	"/admin/scoring",
	"/admin/glider-types",
	"/admin/payments",
	`/admin/payments/${registrations[0]?.id}`,
	"/admin/team",
	"/admin/settings",
	"/admin/settings/dates",
	"/admin/settings/contacts",
	"/competition-days",
	"/admin/waypoints-and-airspace",
	`/admin/tasks/${firstDay}/club`,
	`/admin/tasks/${firstDay}/club/build`,
	`/admin/scoring/${firstDay}/club`,
	"/users",
	"/users?entries=filter%3Dunpaid",
	"/starting-list",
	"/starting-list?filter=unpaid",
	`/registration/${registrations[0]?.id}`,
	`/statuses?day=${firstDay}`,
	`/statuses?day=${firstDay}&duty=on`,
	"/grid",
	"/outlandings",
	`/outlandings/overdue/${firstDay}/${entry.id}`,
	"/duty",
	"/igc",
	`/igc/${logId}`,
	"/news",
	`/news/${news[0]?.id}/delete`,
	"/documents",
	`/documents/${published.documents[0]?.id}/delete`,
	"/user-profile",
	"/second-factor",
	"/second-factor/passkeys",
] as const;
