import type { AuditAction } from "~/lib/db/audit-actions";
import { textOf } from "../database/sql-text";

export type RightChange = "grant" | "revoke";

/** The role after the change, the action in the audit log, and a condition on the account. The last organiser stays. */
const changes = {
	grant: {
		after: "organiser",
		action: "user.grant-admin",
		needs: "role IS NOT 'organiser' AND verified_at IS NOT NULL",
	},
	revoke: {
		after: null,
		action: "user.revoke-admin",
		needs:
			"role = 'organiser' AND EXISTS (SELECT 1 FROM users others WHERE others.role = 'organiser' AND others.id <> users.id AND others.verified_at IS NOT NULL AND others.erased_at IS NULL)",
	},
} as const satisfies Record<
	RightChange,
	{ readonly after: string | null; readonly action: AuditAction; readonly needs: string }
>;

/**
 * SQL that makes an account an organiser or takes that role, and writes the audit log; may be repeated. Taking it ends all sessions. It
 * is not given to an address that nobody has verified: anybody can sign up with it. The last statement returns the
 * account, with `verified`, `changed` and its `role`, or no row when there is no such account.
 * @param email in any case
 */
export function adminRightSql(change: RightChange, email: string, now: Date): string {
	const address = email.trim().toLowerCase();
	const { after, action, needs } = changes[change];
	const auditId = crypto.randomUUID();
	const account = "FROM users WHERE email = ? AND erased_at IS NULL";
	const endSessions = change === "revoke" ? "token_version = token_version + 1, " : "";
	return [
		{
			sql: `INSERT INTO audit_log (id, at, actor_id, action, subject_id, before, after, request_id) SELECT ?, ?, NULL, ?, id, json_object('role', role), ?, ? ${account} AND ${needs}`,
			values: [auditId, now.getTime(), action, JSON.stringify({ role: after }), `admin:${change}`, address],
		},
		{
			sql: `UPDATE users SET role = ?, ${endSessions}updated_at = ? WHERE email = ? AND erased_at IS NULL AND ${needs}`,
			values: [after, now.getTime(), address],
		},
		{
			sql: `SELECT email, name, surname, role, verified_at IS NOT NULL AS verified, EXISTS (SELECT 1 FROM audit_log WHERE id = ?) AS changed ${account}`,
			values: [auditId, address],
		},
	]
		.map(textOf)
		.join(";\n");
}
