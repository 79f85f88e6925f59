CREATE TABLE `erasures` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token_version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`due_at` integer,
	`outcome` text,
	`ended_at` integer,
	`objected_by` text,
	`objection` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`objected_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `erasures_open` ON `erasures` (`user_id`) WHERE "erasures"."outcome" IS NULL;--> statement-breakpoint
CREATE INDEX `erasures_due` ON `erasures` (`outcome`,`due_at`);--> statement-breakpoint
CREATE TABLE `alerts` (
	`cause` text PRIMARY KEY NOT NULL,
	`alerted_at` integer NOT NULL,
	`last_seal` integer NOT NULL
);
--> statement-breakpoint
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