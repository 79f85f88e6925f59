ALTER TABLE `grid_pilots` ADD `is_scratched_by_desk` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Who scratched was not stored: a row that its pilot has written last is the pilot's own, every other one the desk's.
UPDATE `grid_pilots` SET `is_scratched_by_desk` = true
WHERE `is_scratched` AND `updated_by` <> (SELECT `user_id` FROM `registrations` WHERE `registrations`.`id` = `grid_pilots`.`registration_id`);
