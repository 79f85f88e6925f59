import type { AuditAction } from "~/lib/db/audit-actions";
import { textOf } from "../database/sql-text";

/**
 * SQL that takes the second factor, the recovery codes and the passkeys of an account away, ends its sessions and writes the audit log; may
 * be repeated. The last statement returns the account, with `changed`, or no row when there is no such account.
 * @param email in any case
 */
export function resetFactorSql(email: string, now: Date): string {
	const address = email.trim().toLowerCase();
	const auditId = crypto.randomUUID();
	const action: AuditAction = "user.reset-second-factor";
	const account = "FROM users WHERE email = ? AND erased_at IS NULL";
	const hasFactor = "id IN (SELECT user_id FROM second_factors)";
	return [
		{
			sql: `INSERT INTO audit_log (id, at, actor_id, action, subject_id, request_id) SELECT ?, ?, NULL, ?, id, ? ${account} AND ${hasFactor}`,
			values: [auditId, now.getTime(), action, "admin:second-factor", address],
		},
		{
			sql: `UPDATE users SET token_version = token_version + 1 WHERE email = ? AND erased_at IS NULL AND ${hasFactor}`,
			values: [address],
		},
		{ sql: `DELETE FROM recovery_codes WHERE user_id IN (SELECT id ${account})`, values: [address] },
		{ sql: `DELETE FROM passkeys WHERE user_id IN (SELECT id ${account})`, values: [address] },
		{ sql: `DELETE FROM second_factors WHERE user_id IN (SELECT id ${account})`, values: [address] },
		{
			sql: `SELECT email, name, surname, EXISTS (SELECT 1 FROM audit_log WHERE id = ?) AS changed ${account}`,
			values: [auditId, address],
		},
	]
		.map(textOf)
		.join(";\n");
}
