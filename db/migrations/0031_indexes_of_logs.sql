-- Stored logs stay as they are; they are only found in another way.
DROP INDEX `igc_file_versions_state`;--> statement-breakpoint
DROP INDEX `igc_file_versions_sender`;--> statement-breakpoint
CREATE INDEX `igc_file_versions_unfinished` ON `igc_file_versions` (`created_at`) WHERE "state" IN ('pending', 'sweeping');--> statement-breakpoint
CREATE INDEX `igc_file_versions_standing` ON `igc_file_versions` (`igc_file_id`,`state`,`sender`,`confirmation`,`discard_reason`,`has_second_sign`,`created_at`,`id`);