-- Logs that are stored take their room at once; those whose files may go are found by what their rows hold.
ALTER TABLE `edition_state` ADD `stored_log_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `igc_file_versions_sender` ON `igc_file_versions` (`sender`,`state`,`confirmation`,`igc_file_id`,`discard_reason`,`created_at`,`id`);--> statement-breakpoint
UPDATE `edition_state` SET `stored_log_bytes` = (SELECT coalesce(sum(`size`), 0) FROM `igc_file_versions`);
