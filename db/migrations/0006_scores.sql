CREATE TABLE `performances` (
	`id` text PRIMARY KEY NOT NULL,
	`task_id` text NOT NULL,
	`sha256` text NOT NULL,
	`engine` text NOT NULL,
	`performance` text,
	`computed_at` integer NOT NULL,
	FOREIGN KEY (`task_id`) REFERENCES `tasks`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `performances_flight` ON `performances` (`task_id`,`sha256`,`engine`);--> statement-breakpoint
CREATE TABLE `score_sheets` (
	`id` text PRIMARY KEY NOT NULL,
	`competition_class_id` text NOT NULL,
	`day_id` text NOT NULL,
	`task_id` text NOT NULL,
	`engine` text NOT NULL,
	`sheet` text NOT NULL,
	`computed_at` integer NOT NULL,
	FOREIGN KEY (`competition_class_id`) REFERENCES `competition_classes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`day_id`) REFERENCES `competition_days`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`task_id`) REFERENCES `tasks`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `score_sheets_class_day` ON `score_sheets` (`competition_class_id`,`day_id`);--> statement-breakpoint
CREATE INDEX `score_sheets_day` ON `score_sheets` (`day_id`);