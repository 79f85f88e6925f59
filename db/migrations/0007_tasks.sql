CREATE TABLE `tasks` (
	`id` text PRIMARY KEY NOT NULL,
	`day_id` text NOT NULL,
	`competition_class_id` text NOT NULL,
	`number` integer NOT NULL,
	`state` text NOT NULL,
	`kind` text NOT NULL,
	`task_time_s` integer,
	`points` text NOT NULL,
	`rules` text NOT NULL,
	`scoring` text NOT NULL,
	`briefing` text NOT NULL,
	`sha256` text NOT NULL,
	`distance_m` real NOT NULL,
	`min_distance_m` real,
	`max_distance_m` real,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`published_at` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`day_id`) REFERENCES `competition_days`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`competition_class_id`) REFERENCES `competition_classes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tasks_version` ON `tasks` (`day_id`,`competition_class_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `tasks_in_force` ON `tasks` (`day_id`,`competition_class_id`) WHERE "tasks"."state" = 'published';--> statement-breakpoint
CREATE INDEX `tasks_state` ON `tasks` (`state`,`day_id`);