import type { AuditAction } from "~/lib/db/audit-actions";
import { textOf } from "../database/sql-text";

export type RightChange = "grant" | "revoke";

/** The flag before and after the change, the action in the audit log, and a condition on the account. */
const changes = {
	grant: { before: 0, after: 1, action: "user.grant-admin", needs: " AND verified_at IS NOT NULL" },
	revoke: { before: 1, after: 0, action: "user.revoke-admin", needs: "" },
} as const satisfies Record<
	RightChange,
	{
		readonly before: 0 | 1;
		readonly after: 0 | 1;
		readonly action: AuditAction;
		readonly needs: string;
	}
>;

function auditedFlag(flag: 0 | 1): string {
	return JSON.stringify({ admin: flag === 1 });
}

/**
 * SQL that changes the right of an account and writes the audit log; may be repeated. A revocation ends all sessions. The
 * right is not granted to an address that nobody has verified: anybody can sign up with it. The last statement returns the
 * account, with `verified` and `changed`, or no row when there is no such account.
 * @param email in any case
 */
export function adminRightSql(change: RightChange, email: string, now: Date): string {
	const address = email.trim().toLowerCase();
	const { before, after, action, needs } = changes[change];
	const auditId = crypto.randomUUID();
	const account = "FROM users WHERE email = ? AND erased_at IS NULL";
	const endSessions = change === "revoke" ? "token_version = token_version + 1, " : "";
	return [
		{
			sql: `INSERT INTO audit_log (id, at, actor_id, action, subject_id, before, after, request_id) SELECT ?, ?, NULL, ?, id, ?, ?, ? ${account} AND admin = ?${needs}`,
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
			sql: `UPDATE users SET admin = ?, ${endSessions}updated_at = ? WHERE email = ? AND erased_at IS NULL AND admin = ?${needs}`,
			values: [after, now.getTime(), address, before],
		},
		{
			sql: `SELECT email, name, surname, admin, verified_at IS NOT NULL AS verified, EXISTS (SELECT 1 FROM audit_log WHERE id = ?) AS changed ${account}`,
			values: [auditId, address],
		},
	]
		.map(textOf)
		.join(";\n");
}
