import { changeAdmin } from "./admin/change-admin";

/*
 * `npm run admin:revoke -- <e-mail> [--edition <year>] [--remote]`: takes the right of an administrator away from an account and ends
 * its sessions.
 */

const { account, edition, changed } = await changeAdmin("revoke");
console.log(
	changed
		? `${account} is no administrator of ${edition} any more; every session of the account has ended.`
		: `${account} was no administrator of ${edition}; nothing has changed.`,
);
