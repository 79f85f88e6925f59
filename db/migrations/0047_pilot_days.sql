CREATE TABLE `pilot_days` (
	`day_id` text NOT NULL,
	`registration_id` text NOT NULL,
	`grid_place` integer,
	`launches` text DEFAULT '[]' NOT NULL,
	`is_scratched` integer DEFAULT false NOT NULL,
	`scratch_reason` text,
	`is_scratched_by_desk` integer DEFAULT false NOT NULL,
	`remark` text,
	`grid_changed_at` integer,
	`grid_changed_by` text,
	`status_id` text,
	`status` text,
	`status_at` integer,
	`status_by` text,
	`fixed_at` integer,
	`competition_class_id` text,
	`start_number` text,
	`glider_type_id` text,
	`registration_number` text,
	`glider_index` real,
	`reference_index` real,
	`is_guest` integer,
	`second_pilot` text,
	`crew` text,
	PRIMARY KEY(`day_id`, `registration_id`),
	FOREIGN KEY (`day_id`) REFERENCES `competition_days`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`registration_id`) REFERENCES `registrations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`grid_changed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`status_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`competition_class_id`) REFERENCES `competition_classes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`glider_type_id`) REFERENCES `glider_types`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `pilot_days_registration` ON `pilot_days` (`registration_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `pilot_days_status` ON `pilot_days` (`status_id`);--> statement-breakpoint
ALTER TABLE `registrations` ADD `nation` text;--> statement-breakpoint
ALTER TABLE `registrations` ADD `second_pilot` text;--> statement-breakpoint
ALTER TABLE `registrations` ADD `is_guest` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `registrations` ADD `disqualified_from` text;--> statement-breakpoint
ALTER TABLE `registrations` ADD `disqualified_reason` text;--> statement-breakpoint
ALTER TABLE `score_sheets` ADD `protests_until_reason` text;