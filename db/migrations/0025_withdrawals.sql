ALTER TABLE `registrations` ADD `starts_from` text;--> statement-breakpoint
ALTER TABLE `registrations` ADD `withdrawn_from` text;--> statement-breakpoint
ALTER TABLE `registrations` ADD `withdrawn_reason` text;--> statement-breakpoint
-- Who is not accepted and has flown lost the acceptance during the competition: withdrawn from the day after the last flight.
UPDATE `registrations` SET `withdrawn_from` = (
	SELECT date(max(`day`.`date`), '+1 day') FROM `competition_days` AS `day`
	WHERE EXISTS (SELECT 1 FROM `competitor_statuses` WHERE `registration_id` = `registrations`.`id` AND `day_id` = `day`.`id` AND `status` IN ('FLYING', 'OUTLANDING', 'HOME'))
		OR EXISTS (SELECT 1 FROM `igc_files` WHERE `registration_id` = `registrations`.`id` AND `day_id` = `day`.`id` AND `current_version_id` IS NOT NULL)
		OR EXISTS (SELECT 1 FROM `daily_results` WHERE `registration_id` = `registrations`.`id` AND `day_id` = `day`.`id`)
		OR EXISTS (SELECT 1 FROM `score_decisions` WHERE `registration_id` = `registrations`.`id` AND `day_id` = `day`.`id` AND `override` IS NOT NULL)
) WHERE NOT `accepted`;
