import { changeAdmin } from "./admin/change-admin";

/*
 * `npm run admin:revoke -- <e-mail> [--edition <year>] [--remote | --data <folder>]`: revokes the right of an administrator and ends
 * the sessions of the account.
 */

const { account, edition, changed, isOrganiser } = await changeAdmin("revoke");
console.log(
	changed
		? `${account} is no administrator of ${edition} any more; every session of the account has ended.`
		: isOrganiser
			? `${account} is the last administrator of ${edition}, who stays; nothing has changed.`
			: `${account} was no administrator of ${edition}; nothing has changed.`,
);
