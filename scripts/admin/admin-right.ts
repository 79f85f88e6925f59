import type { AuditAction } from "~/lib/db/audit-actions";
import { textOf } from "../database/sql-text";

export type RightChange = "grant" | "revoke";

/** The flag before and after the change, and the action in the audit log. */
const changes = {
	grant: { before: 0, after: 1, action: "user.grant-admin" },
	revoke: { before: 1, after: 0, action: "user.revoke-admin" },
} as const satisfies Record<
	RightChange,
	{ readonly before: 0 | 1; readonly after: 0 | 1; readonly action: AuditAction }
>;

function auditedFlag(flag: 0 | 1): string {
	return JSON.stringify({ admin: flag === 1 });
}

/**
 * SQL that changes the right of an account and writes the audit log; may be repeated. A revocation ends all sessions. The
 * last statement returns the account, with `changed`, or no row when there is no such account.
 * @param email in any case
 */
export function adminRightSql(change: RightChange, email: string, now: Date): string {
	const address = email.trim().toLowerCase();
	const { before, after, action } = changes[change];
	const auditId = crypto.randomUUID();
	const account = "FROM users WHERE email = ? AND erased_at IS NULL";
	const endSessions = change === "revoke" ? "token_version = token_version + 1, " : "";
	return [
		{
			sql: `INSERT INTO audit_log (id, at, actor_id, action, subject_id, before, after, request_id) SELECT ?, ?, NULL, ?, id, ?, ?, ? ${account} AND admin = ?`,
			values: [
				auditId,
				now.getTime(),
				action,
				auditedFlag(before),
				auditedFlag(after),
				`admin:${change}`,
				address,
				before,
			],
		},
		{
			sql: `UPDATE users SET admin = ?, ${endSessions}updated_at = ? WHERE email = ? AND erased_at IS NULL AND admin = ?`,
			values: [after, now.getTime(), address, before],
		},
		{
			sql: `SELECT email, name, surname, admin, EXISTS (SELECT 1 FROM audit_log WHERE id = ?) AS changed ${account}`,
			values: [auditId, address],
		},
	]
		.map(textOf)
		.join(";\n");
}
