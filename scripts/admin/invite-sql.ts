import type { AuditAction } from "~/lib/db/audit-actions";
import type { MailKind } from "~/lib/db/mail-to";
import { fallbackLanguage } from "~/lib/i18n/language";
import type { Role } from "~db/enums";
import { textOf } from "../database/sql-text";

/** Milliseconds for which an invitation can be accepted. */
const invitationTime = 72 * 60 * 60_000;

/**
 * SQL that invites an address to be an organiser, by a mail that the schedule sends, and writes the audit log. An earlier invitation of the
 * address is void. Nothing is written when an account of the address has a role. The last statement returns whether it was invited.
 * @param email in any case
 */
export function inviteSql(email: string, now: Date): string {
	const address = email.trim().toLowerCase();
	const id = crypto.randomUUID();
	const at = now.getTime();
	const role: Role = "organiser";
	const kind: MailKind = "invitation";
	const action: AuditAction = "role.invite";
	const isFree = "WHERE NOT EXISTS (SELECT 1 FROM users WHERE email = ? AND role IS NOT NULL)";
	return [
		{
			sql: "UPDATE invitations SET withdrawn_at = ? WHERE email = ? AND accepted_at IS NULL AND withdrawn_at IS NULL",
			values: [at, address],
		},
		{
			sql: `INSERT INTO invitations (id, email, role, created_at, expires_at) SELECT ?, ?, ?, ?, ? ${isFree}`,
			values: [id, address, role, at, at + invitationTime, address],
		},
		{
			sql: `INSERT INTO outbox (id, kind, recipient, user_id, language, payload, state, attempts, next_attempt_at, created_at) SELECT ?, ?, ?, (SELECT id FROM users WHERE email = ?), coalesce((SELECT language FROM users WHERE email = ?), ?), ?, 'queued', 0, ?, ? ${isFree}`,
			values: [
				...[crypto.randomUUID(), kind, address, address, address, fallbackLanguage],
				...[JSON.stringify({ id, role }), at, at, address],
			],
		},
		{
			sql: `INSERT INTO audit_log (id, at, actor_id, action, subject_id, after, request_id) SELECT ?, ?, NULL, ?, ?, ?, ? ${isFree}`,
			values: [crypto.randomUUID(), at, action, id, JSON.stringify({ role }), "admin:invite", address],
		},
		{ sql: "SELECT EXISTS (SELECT 1 FROM invitations WHERE id = ?) AS invited", values: [id] },
	]
		.map(textOf)
		.join(";\n");
}
