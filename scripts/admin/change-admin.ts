import { Stop } from "../lib/stop.mjs";
import { changeAccount } from "./account-command";
import { adminRightSql, type RightChange } from "./admin-right";

/**
 * Runs `npm run admin:<change> -- <e-mail> [--edition <year>] [--remote | --data <folder>]`.
 * @throws Stop for an unknown address, one that is not verified for a grant, or wrong arguments
 */
export async function changeAdmin(change: RightChange) {
	const { row, ...changed } = await changeAccount({
		usage: `admin:${change} --`,
		sql: (email, now) => adminRightSql(change, email, now),
		advice: change === "grant" ? " Sign up there first." : "",
	});
	if (change === "grant" && row.verified !== 1) {
		throw new Stop(
			`${row.email} is not verified, so the right is not granted: the person who signed up may not read its mails. ` +
				"Open the link of the mail or set a new password on the site, then try again.",
		);
	}
	return { ...changed, isOrganiser: row.role === "organiser" };
}
