import { textOf } from "./sql-text";

/**
 * SQL that makes an account an administrator, with its row in the audit log; twice does no harm. Its last statement gives the account,
 * or no row when there is none.
 * @param email in any case
 */
export function grantAdminSql(email: string, now: Date): string {
	const address = email.trim().toLowerCase();
	const account = "FROM users WHERE email = ? AND erased_at IS NULL";
	return [
		{
			sql: `INSERT INTO audit_log (id, at, actor_id, action, subject_id, before, after, request_id) SELECT ?, ?, NULL, 'user.grant-admin', id, '{"admin":false}', '{"admin":true}', 'admin:grant' ${account} AND admin = 0`,
			values: [crypto.randomUUID(), now.getTime(), address],
		},
		{
			sql: "UPDATE users SET admin = 1, updated_at = ? WHERE email = ? AND erased_at IS NULL AND admin = 0",
			values: [now.getTime(), address],
		},
		{ sql: `SELECT email, name, surname, admin ${account}`, values: [address] },
	]
		.map(textOf)
		.join(";\n");
}
