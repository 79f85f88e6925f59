-- What was cancelled before has sent its mails and stays so. Mails that wait belong to no cancellation.
CREATE TABLE `cancellations` (
	`id` text PRIMARY KEY NOT NULL,
	`day_id` text NOT NULL,
	`task_id` text,
	`day_task` text,
	`task_url` text,
	`ends_at` integer NOT NULL,
	FOREIGN KEY (`day_id`) REFERENCES `competition_days`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`task_id`) REFERENCES `tasks`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `cancellations_day` ON `cancellations` (`day_id`);--> statement-breakpoint
ALTER TABLE `outbox` ADD `cancellation_id` text;--> statement-breakpoint
CREATE INDEX `outbox_cancellation` ON `outbox` (`cancellation_id`);