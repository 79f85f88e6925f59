import { type RefusalReason, refusalStatus } from "~/lib/refusals";

/** Texts of the messages after a redirect; a refusal's are `server.<reason>`. */
export const flashKeys = [
	"account.email.kept",
	"account.email.linkSent",
	"account.email.sentAgain",
	"account.erase.success",
	"account.sessions.ended",
	"account.sessions.gone",
	"adminMail.resend.success",
	"adminMail.resendAll.success",
	"changePassword.success",
	"changeUserInfo.success",
	"competitionDays.update.success",
	"competitorStatus.changed",
	"competitorStatus.update.error",
	"confirmEmail.success",
	"document.add.success",
	"document.delete.success",
	"error.generic",
	"gliderTypes.import.success",
	"igc.reassign.success",
	"igc.receipt.moved",
	"igc.restore.success",
	"login.success",
	"logout.success",
	"missing.remind.again",
	"missing.remind.success",
	"news.add.success",
	"news.delete.success",
	"passwordReset.success",
	"registration.change.withdrawn",
	"registration.submit.success",
	"registration.update.error",
	"registration.update.success",
	"registration.update.waits",
	"results.follow.success",
	"results.import.success",
	"results.sync.outcome.failed",
	"results.sync.outcome.ok",
	"results.sync.outcome.partial",
	"scoringAdmin.class.success",
	"scoringAdmin.invalid",
	"scoringAdmin.success",
	"secondFactor.confirm.success",
	"signup.success",
	"startingList.accept.none",
	"startingList.accept.success",
	"startingList.change.accepted",
	"startingList.change.impossible",
	"startingList.change.refused",
	"statuses.made",
	"statuses.reserves.add-reserve",
	"statuses.reserves.remove-reserve",
	"taskAdmin.cancel.success",
	"taskAdmin.publish.success",
	"taskAdmin.settings.success",
	"taskAdmin.upload.success",
	"taskAdmin.upload.success.usualZones",
	"undoEmail.success",
	"users.message.success",
] as const;

export type FlashKey = (typeof flashKeys)[number] | `server.${RefusalReason}`;

const known: ReadonlySet<string> = new Set([
	...flashKeys,
	...Object.keys(refusalStatus).map((reason) => `server.${reason}`),
]);

export function isFlashKey(text: unknown): text is FlashKey {
	return typeof text === "string" && known.has(text);
}
