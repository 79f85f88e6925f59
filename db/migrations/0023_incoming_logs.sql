-- A new table: no row exists. Its rows are an hour old at most.
CREATE TABLE `incoming_logs` (
	`id` text PRIMARY KEY NOT NULL,
	`uploaded_by` text NOT NULL,
	`key` text NOT NULL,
	`original_name` text NOT NULL,
	`sha256` text NOT NULL,
	`state` text NOT NULL,
	`identity` text,
	`complaint` text,
	`version_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`uploaded_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `incoming_logs_key` ON `incoming_logs` (`key`);--> statement-breakpoint
CREATE INDEX `incoming_logs_sender` ON `incoming_logs` (`uploaded_by`,`created_at`);--> statement-breakpoint
CREATE INDEX `incoming_logs_created_at` ON `incoming_logs` (`created_at`);