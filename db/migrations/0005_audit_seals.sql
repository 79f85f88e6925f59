CREATE TABLE `audit_seals` (
	`number` integer PRIMARY KEY NOT NULL,
	`audit_id` text NOT NULL,
	`salt` text,
	`content_digest` text NOT NULL,
	`row_digest` text NOT NULL,
	`seal` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_seals_audit` ON `audit_seals` (`audit_id`);