/*
 * How often somebody may write. The table of writing routes is applied in one place (app/worker/write-limiter.ts), to pages and the API
 * alike. The limits above it guard passwords, mailboxes and the bucket; use cases count them in D1, for all isolates together.
 */

export interface Limit {
	/** Name of the counter. Routes with a limit of the same name share it; addresses and accounts are counted apart. */
	readonly name: string;
	/** Most uses in one window, or most bytes. */
	readonly most: number;
	/** Length of the window in seconds. */
	readonly seconds: number;
}

export const loginsByAddress: Limit = { name: "login", most: 100, seconds: 60 };
/** Counts wrong passwords; a right one clears the count. */
export const loginsByAccount: Limit = { name: "login", most: 10, seconds: 60 };
/** Limit of new accounts and new addresses of accounts: both answers reveal whether an address has an account. */
export const signups: Limit = { name: "signup", most: 20, seconds: 60 };
export const addressChangesByAccount: Limit = { name: "address-change", most: 10, seconds: 60 * 60 };
/** Limit of checks of the own password, right or wrong, in all forms together. */
export const passwordChecks: Limit = { name: "password-check", most: 10, seconds: 60 };
export const resetRequestsByAddress: Limit = { name: "reset-request", most: 20, seconds: 60 };
/** Limits of mails with a link that verifies an address: by the account that causes them, and by the address that gets them. */
export const verificationMailsByAccount: Limit = { name: "verify-mail", most: 10, seconds: 24 * 60 * 60 };
export const verificationMailsByRecipient: Limit = { name: "verify-mail-to", most: 5, seconds: 24 * 60 * 60 };
/** Limit of reset mails, so that nobody can fill somebody else's mailbox. */
export const resetRequestsByAccount: Limit = { name: "reset-request", most: 10, seconds: 60 * 60 };
export const erasureRequests: Limit = { name: "erase", most: 10, seconds: 60 * 60 };
export const resets: Limit = { name: "reset", most: 100, seconds: 60 };
export const igcUploads: Limit = { name: "igc", most: 60, seconds: 60 };
/**
 * Limits of new logs for one competitor and day. The competitor and organisers have limits of their own, which strangers cannot use
 * up. Each network of strangers has a share, so that one network cannot block a crew.
 */
export const igcUploadsByOthers: Limit = { name: "igc-others", most: 60, seconds: 24 * 60 * 60 };
export const igcUploadsByNetwork: Limit = { name: "igc-network", most: 15, seconds: 24 * 60 * 60 };
export const igcUploadsByOrganisers: Limit = { name: "igc-organisers", most: 60, seconds: 24 * 60 * 60 };
export const igcUploadsByPilot: Limit = { name: "igc-pilot", most: 60, seconds: 24 * 60 * 60 };
/** Bytes of logs that neither their competitors nor organisers send, by network. A whole airfield is one network. */
export const igcBytesByOthers: Limit = { name: "igc-bytes", most: 1_000_000_000, seconds: 24 * 60 * 60 };
/**
 * Limits of mails to one competitor about logs that others sent. Logs without a sign of the competitor have a limit of their own,
 * and use up nothing of the other one.
 */
export const igcMailsToPilot: Limit = { name: "igc-mail", most: 3, seconds: 24 * 60 * 60 };
export const igcMailsOfStrangers: Limit = { ...igcMailsToPilot, name: "igc-mail-strangers" };
/** Limit of mails to one competitor about the evaluation of such logs. */
export const scoreMailsToPilot: Limit = { name: "score-mail", most: 3, seconds: 24 * 60 * 60 };
/** Limit of reports of outlandings by others than pilots and organisers, by network. A whole airfield is one network. */
export const outlandingReportsByOthers: Limit = { name: "outlanding-others", most: 40, seconds: 60 * 60 };
export const igcMoves: Limit = { name: "igc-move", most: 30, seconds: 60 };

/** How fast one address and one account may write. */
export interface Pace {
	readonly address: Limit;
	/** Limit of the signed-in user. */
	readonly account: Limit;
}

/** @param perAddress is higher, as a whole airfield shares one address */
function aMinute(name: string, perAccount: number, perAddress: number): Pace {
	return {
		account: { name, most: perAccount, seconds: 60 },
		address: { name, most: perAddress, seconds: 60 },
	};
}

/** Pace of forms that hash a password or send a mail. The exact limits above are lower. */
const account = aMinute("account", 60, 200);
/** Pace of a competitor's own entry. */
const entry = aMinute("entry", 30, 300);
/** Pace of an organiser's clicks: hundreds an hour on duty. */
const tap = aMinute("tap", 300, 1_200);
/** Pace of an organiser's forms. */
const edit = aMinute("edit", 120, 600);
const upload = aMinute("upload", 120, 240);
/** Pace of downloads, which read much and leave a row in the audit log. */
const download = aMinute("download", 30, 300);
const session = aMinute("session", 60, 600);
/** Pace of writes that no row names. No route answers them. */
export const otherWrites = aMinute("other", 20, 20);

/** Method and path of every route that writes, including a few GETs that write. A route without a row fails a test. */
export const writeLimits: Readonly<Record<string, Pace>> = {
	"POST /login": account,
	"POST /login/code": account,
	"POST /second-factor": account,
	"POST /second-factor/passkeys": account,
	"POST /confirm": account,
	"POST /signup": account,
	"POST /password-reset": account,
	"POST /confirm-email": account,
	"POST /undo-email": account,
	"POST /change-password": account,
	"POST /user-profile": account,
	"POST /user-profile/erase": account,
	"POST /erase-account/:erasureId": account,
	"POST /invitation/:invitationId": account,
	"POST /user-profile/data": download,
	"POST /user-profile/sessions": session,
	"GET /logout": session,
	"POST /logout": session,
	"POST /api/auth": account,
	"POST /api/auth/change-password": account,
	"POST /api/auth/reset-password": account,
	"POST /api/auth/reset-password/valid": account,
	"POST /api/auth/reset-password/reset": account,
	"POST /api/users": account,
	"PUT /api/users": account,

	"POST /registration": entry,
	"POST /registration/safety-card": entry,
	"POST /registration/live": entry,
	"POST /protests/:date/:class": entry,
	"POST /api/registration": entry,
	"PUT /api/registration": entry,
	"POST /registration/:registrationId": edit,
	"PUT /api/registration/:registrationId": edit,
	"PUT /api/registration/:registrationId/quick-actions": tap,
	"POST /starting-list": tap,
	"GET /starting-list/export": download,
	"GET /starting-list/export/seeyou/:classId": download,
	"GET /api/starting-list/export": download,
	"GET /api/starting-list/export/seeyou/:classId": download,

	"POST /days": edit,
	"POST /competition-days": edit,
	"POST /api/days": edit,
	"PUT /api/days/:dayId": edit,
	"POST /statuses": tap,
	"POST /grid": tap,
	"POST /duty": edit,
	"POST /duty/:token": session,
	"POST /outlandings": tap,
	"POST /outlandings/report": entry,
	"POST /outlandings/overdue/:date/:pilot": edit,
	"POST /api/competitorstatuses": tap,
	"PUT /api/competitorstatuses/:id": tap,
	"POST /api/tracking/:dayId/:classId": edit,
	"DELETE /api/tracking/:dayId/:classId": edit,
	"POST /admin": edit,
	"POST /admin/tasks/:day/:class": edit,
	"POST /admin/tasks/:day/:class/build": edit,
	"PUT /api/tasks/:dayId/:classId": upload,
	"PATCH /api/tasks/:id": edit,
	"POST /admin/payments/:registrationId": edit,
	"GET /admin/payments/export": download,
	"POST /admin/settings/:group": edit,
	"POST /admin/scoring/:day/:class": edit,
	"POST /admin/evaluation": edit,
	"PATCH /api/scoring/:dayId/:classId": edit,
	"PATCH /api/scoring/:dayId/:classId/:registrationId": edit,

	"POST /igc": upload,
	"POST /igc/upload": upload,
	"POST /igc/read": edit,
	"POST /igc/archive": download,
	"GET /api/igc/archive/:dayId": download,
	"POST /igc/receipt/:versionId": upload,
	"POST /igc/mine/:versionId": entry,
	"POST /api/igc": upload,
	"POST /igc/:igcFileId": tap,
	"PUT /api/igc/:id": tap,
	"POST /admin/scoring": edit,

	"POST /news": edit,
	"POST /news/:newsId/delete": edit,
	"POST /news/:newsId/edit": edit,
	"POST /api/news": edit,
	"DELETE /api/news/:newsId": edit,
	"POST /admin/waypoints-and-airspace": edit,
	"POST /documents": edit,
	"POST /documents/:documentId/delete": edit,
	"POST /documents/:documentId/edit": edit,
	"POST /api/documents": edit,
	"DELETE /api/documents/:documentId": edit,
	"POST /users": edit,
	"POST /admin/next-year": edit,
	"POST /admin/team": edit,
	"POST /admin/operations": edit,
	"POST /admin/glider-types": edit,
	"POST /admin/places": edit,
	"POST /admin/ranking": edit,
	"POST /admin/ranking-numbers": edit,
};
