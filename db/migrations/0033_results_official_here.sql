CREATE TABLE `protests` (
	`id` text PRIMARY KEY NOT NULL,
	`competition_class_id` text NOT NULL,
	`day_id` text NOT NULL,
	`registration_id` text NOT NULL,
	`revision` integer NOT NULL,
	`text` text NOT NULL,
	`fee_paid` integer NOT NULL,
	`created_at` integer NOT NULL,
	`outcome` text,
	`outcome_reason` text,
	`decided_at` integer,
	`decided_by` text,
	FOREIGN KEY (`competition_class_id`) REFERENCES `competition_classes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`day_id`) REFERENCES `competition_days`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`registration_id`) REFERENCES `registrations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `protests_day_class` ON `protests` (`day_id`,`competition_class_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `protests_of_competitor` ON `protests` (`registration_id`,`day_id`,`revision`);--> statement-breakpoint
ALTER TABLE `score_sheets` ADD `state` text DEFAULT 'preliminary' NOT NULL;--> statement-breakpoint
ALTER TABLE `score_sheets` ADD `state_since` integer;--> statement-breakpoint
ALTER TABLE `score_sheets` ADD `protests_until` integer;--> statement-breakpoint
ALTER TABLE `score_sheets` ADD `revision` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `score_sheets` ADD `reopened_at` integer;--> statement-breakpoint
ALTER TABLE `score_sheets` ADD `reopen_reason` text;