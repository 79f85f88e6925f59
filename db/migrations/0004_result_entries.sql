ALTER TABLE `daily_results` ADD `registration_id` text REFERENCES registrations(id);--> statement-breakpoint
CREATE INDEX `daily_results_registration` ON `daily_results` (`registration_id`);--> statement-breakpoint
-- Binds what is unique: rows whose start number exactly one accepted entry of the class has. Where the source had no start
-- number, `competitor` is the name.
UPDATE `daily_results` SET `registration_id` = (
	SELECT max(`id`) FROM `registrations`
	WHERE `registrations`.`competition_class_id` = `daily_results`.`competition_class_id` AND `accepted` = 1
		AND upper(replace(`start_number`, ' ', '')) = upper(replace(`daily_results`.`competitor`, ' ', ''))
	GROUP BY `registrations`.`competition_class_id` HAVING count(*) = 1
) WHERE `competitor` <> `name`;
