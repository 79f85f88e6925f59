import { changeAccount } from "./account-command";
import { adminRightSql, type RightChange } from "./admin-right";

/**
 * Runs `npm run admin:<change> -- <e-mail> [--edition <year>] [--remote]`.
 * @throws Stop for an unknown address or wrong arguments
 */
export function changeAdmin(change: RightChange) {
	return changeAccount({
		usage: `admin:${change} --`,
		sql: (email, now) => adminRightSql(change, email, now),
		advice: change === "grant" ? " Sign up there first." : "",
	});
}
