ALTER TABLE `igc_file_versions` ADD `is_named_recorder` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `igc_file_versions` ADD `clock_shift` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `igc_files` ADD `chosen_by` text;--> statement-breakpoint
ALTER TABLE `igc_files` ADD `fills_gaps` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `igc_files` ADD `continues` text;--> statement-breakpoint
ALTER TABLE `igc_files` ADD `flown_as` text;