ALTER TABLE `registrations` ADD `nights` integer;--> statement-breakpoint
ALTER TABLE `registrations` ADD `fee` text;