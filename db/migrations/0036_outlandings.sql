CREATE TABLE `last_positions` (
	`id` text PRIMARY KEY NOT NULL,
	`day_id` text NOT NULL,
	`registration_id` text NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`seen_at` integer NOT NULL,
	`source` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	FOREIGN KEY (`day_id`) REFERENCES `competition_days`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`registration_id`) REFERENCES `registrations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `last_positions_day_registration` ON `last_positions` (`day_id`,`registration_id`);--> statement-breakpoint
CREATE TABLE `outlandings` (
	`id` text PRIMARY KEY NOT NULL,
	`day_id` text NOT NULL,
	`registration_id` text NOT NULL,
	`sender` text NOT NULL,
	`standing` text NOT NULL,
	`state` text DEFAULT 'reported' NOT NULL,
	`latitude` real,
	`longitude` real,
	`place` text,
	`near` text,
	`is_hurt` integer NOT NULL,
	`phone` text,
	`crew_on_way` integer NOT NULL,
	`note` text,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	FOREIGN KEY (`day_id`) REFERENCES `competition_days`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`registration_id`) REFERENCES `registrations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`updated_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `outlandings_day_registration` ON `outlandings` (`day_id`,`registration_id`);