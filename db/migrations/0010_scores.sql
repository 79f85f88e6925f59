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
CREATE TABLE `score_decisions` (
	`id` text PRIMARY KEY NOT NULL,
	`day_id` text NOT NULL,
	`registration_id` text NOT NULL,
	`override` text,
	`penalties` text NOT NULL,
	`disqualified` integer DEFAULT false NOT NULL,
	`guest` integer DEFAULT false NOT NULL,
	`reason` text NOT NULL,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	FOREIGN KEY (`day_id`) REFERENCES `competition_days`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`registration_id`) REFERENCES `registrations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`updated_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `score_decisions_day_registration` ON `score_decisions` (`day_id`,`registration_id`);--> statement-breakpoint
CREATE INDEX `score_decisions_registration` ON `score_decisions` (`registration_id`);--> statement-breakpoint
CREATE TABLE `score_sheets` (
	`id` text PRIMARY KEY NOT NULL,
	`competition_class_id` text NOT NULL,
	`day_id` text NOT NULL,
	`task_id` text NOT NULL,
	`engine` text NOT NULL,
	`published` integer DEFAULT true NOT NULL,
	`cancelled` integer DEFAULT false NOT NULL,
	`sheet` text NOT NULL,
	`computed_at` integer NOT NULL,
	FOREIGN KEY (`competition_class_id`) REFERENCES `competition_classes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`day_id`) REFERENCES `competition_days`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`task_id`) REFERENCES `tasks`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `score_sheets_class_day` ON `score_sheets` (`competition_class_id`,`day_id`);--> statement-breakpoint
CREATE INDEX `score_sheets_day` ON `score_sheets` (`day_id`);