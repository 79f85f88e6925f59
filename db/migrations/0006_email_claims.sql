CREATE TABLE `email_claims` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`previous_email` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`confirmed_at` integer,
	`undone_at` integer,
	`voided_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `email_claims_user` ON `email_claims` (`user_id`);--> statement-breakpoint
CREATE INDEX `email_claims_previous` ON `email_claims` (`previous_email`);--> statement-breakpoint
CREATE INDEX `email_claims_expires` ON `email_claims` (`expires_at`);--> statement-breakpoint
CREATE TABLE `email_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`claim_id` text NOT NULL,
	`purpose` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`claim_id`) REFERENCES `email_claims`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `email_links_claim` ON `email_links` (`claim_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `verified_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `asked_to_verify_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `news_until` integer;--> statement-breakpoint
-- Whoever has the right of an administrator counts as verified; everybody else keeps the news for 30 days.
UPDATE `users` SET `verified_at` = unixepoch() * 1000 WHERE `admin` = 1 AND `erased_at` IS NULL;--> statement-breakpoint
UPDATE `users` SET `news_until` = (unixepoch() + 30 * 24 * 60 * 60) * 1000 WHERE `admin` = 0 AND `erased_at` IS NULL;
