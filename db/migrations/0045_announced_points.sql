ALTER TABLE `igc_file_versions` ADD `waits` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `score_sheets` ADD `acted_at` integer;