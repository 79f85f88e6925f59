import { changeAccount } from "./admin/account-command";
import { resetFactorSql } from "./admin/reset-factor";

/*
 * `npm run admin:second-factor -- reset <e-mail> [--edition <year>] [--remote | --data <folder>]`: for an organiser who has lost both the phone and the
 * recovery codes. The password remains; a second factor is set up anew at the next login.
 */

const { account, edition, changed } = await changeAccount({
	usage: "admin:second-factor -- reset",
	words: ["reset"],
	sql: resetFactorSql,
});
console.log(
	changed
		? `${account} of ${edition} has no second factor any more; every session of the account has ended.`
		: `${account} of ${edition} had no second factor; nothing has changed.`,
);
