import { changeAdmin } from "./admin/change-admin";

/*
 * `npm run admin:revoke -- <e-mail> [--edition <year>] [--remote]`: revokes the right of an administrator and ends
 * the sessions of the account.
 */

const { account, edition, changed } = await changeAdmin("revoke");
console.log(
	changed
		? `${account} is no administrator of ${edition} any more; every session of the account has ended.`
		: `${account} was no administrator of ${edition}; nothing has changed.`,
);
