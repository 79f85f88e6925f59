CREATE TABLE `replays` (
	`id` text PRIMARY KEY NOT NULL,
	`day_id` text NOT NULL,
	`competition_class_id` text NOT NULL,
	`digest` text,
	`size` integer DEFAULT 0 NOT NULL,
	`claimed_at` integer,
	`made_at` integer,
	FOREIGN KEY (`day_id`) REFERENCES `competition_days`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`competition_class_id`) REFERENCES `competition_classes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `replays_class_day` ON `replays` (`competition_class_id`,`day_id`);--> statement-breakpoint
CREATE INDEX `replays_day` ON `replays` (`day_id`);--> statement-breakpoint
CREATE INDEX `replays_digest` ON `replays` (`digest`);