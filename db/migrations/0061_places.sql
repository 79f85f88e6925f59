ALTER TABLE `registrations` ADD `ranking_position` integer;--> statement-breakpoint
ALTER TABLE `registrations` ADD `is_wildcard` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `registrations` ADD `wildcard_reason` text;--> statement-breakpoint
ALTER TABLE `registrations` ADD `place_by_hand` text;--> statement-breakpoint
ALTER TABLE `registrations` ADD `warned_of_final` text;