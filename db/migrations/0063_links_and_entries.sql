CREATE TABLE `signup_links` (
	`id` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`expires_at` integer NOT NULL,
	`withdrawn_at` integer,
	`used_at` integer,
	`used_by` text,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`used_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `signup_links_token` ON `signup_links` (`token`);--> statement-breakpoint
CREATE INDEX `signup_links_used_by` ON `signup_links` (`used_by`);--> statement-breakpoint
ALTER TABLE `registrations` ADD `licence` text;--> statement-breakpoint
ALTER TABLE `registrations` ADD `trailer_plate` text;--> statement-breakpoint
ALTER TABLE `registrations` ADD `second_pilot_nation` text;--> statement-breakpoint
ALTER TABLE `registrations` ADD `second_pilot_igc_id` integer;