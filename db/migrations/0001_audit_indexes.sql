DROP INDEX `audit_log_at`;--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`);--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`,`id`);