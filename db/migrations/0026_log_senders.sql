ALTER TABLE `igc_file_versions` ADD `sender` text DEFAULT 'other' NOT NULL;--> statement-breakpoint
ALTER TABLE `igc_file_versions` ADD `has_second_sign` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `igc_file_versions` ADD `confirmation` text;--> statement-breakpoint
ALTER TABLE `igc_file_versions` ADD `discard_reason` text;--> statement-breakpoint
ALTER TABLE `igc_files` ADD `standing` text DEFAULT 'scores' NOT NULL;--> statement-breakpoint
UPDATE `igc_file_versions` SET `sender` = 'pilot' WHERE `uploaded_by` = (SELECT `registrations`.`user_id` FROM `igc_files` INNER JOIN `registrations` ON `registrations`.`id` = `igc_files`.`registration_id` WHERE `igc_files`.`id` = `igc_file_versions`.`igc_file_id`);--> statement-breakpoint
UPDATE `igc_file_versions` SET `sender` = 'organiser' WHERE `sender` = 'other' AND `uploaded_by` IN (SELECT `id` FROM `users` WHERE `admin` = 1);--> statement-breakpoint
UPDATE `igc_file_versions` SET `confirmation` = 'organiser' WHERE `id` IN (SELECT `current_version_id` FROM `igc_files`) AND `id` IN (SELECT json_extract(`after`, '$.versionId') FROM `audit_log` WHERE `action` = 'igc.restore');--> statement-breakpoint
UPDATE `igc_file_versions` SET `confirmation` = 'earlier' WHERE `confirmation` IS NULL AND `id` IN (SELECT `current_version_id` FROM `igc_files`);
