ALTER TABLE `users` ADD `score_mails` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `igc_file_versions` ADD `mailed_task_id` text;--> statement-breakpoint
ALTER TABLE `score_decisions` ADD `previous` text;