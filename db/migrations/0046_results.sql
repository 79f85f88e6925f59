CREATE TABLE `results` (
	`competition_class_id` text NOT NULL,
	`day_id` text NOT NULL,
	`is_ours` integer NOT NULL,
	`competitor` text NOT NULL,
	`registration_id` text,
	`start_number` text,
	`name` text,
	`aeroclub` text,
	`glider` text,
	`place` integer,
	`points` real,
	`penalty` real,
	`handicap` real,
	`distance_m` real,
	`speed_kmh` real,
	`status` text,
	`start` integer,
	`finish` integer,
	`time_s` real,
	`penalties` text,
	`override` text,
	`held` text,
	`is_guest` integer DEFAULT false NOT NULL,
	`is_explained` integer DEFAULT false NOT NULL,
	`total_points` real,
	`total_position` integer,
	`flight_id` integer,
	FOREIGN KEY (`competition_class_id`) REFERENCES `competition_classes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`day_id`) REFERENCES `competition_days`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`registration_id`) REFERENCES `registrations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `results_class_day_competitor` ON `results` (`competition_class_id`,`day_id`,`is_ours`,`competitor`);--> statement-breakpoint
CREATE INDEX `results_day` ON `results` (`day_id`);--> statement-breakpoint
CREATE INDEX `results_registration` ON `results` (`registration_id`);--> statement-breakpoint
ALTER TABLE `result_sheets` ADD `made_of` text;--> statement-breakpoint
ALTER TABLE `score_sheets` ADD `head` text;--> statement-breakpoint
ALTER TABLE `score_sheets` ADD `made_of` text;--> statement-breakpoint
-- The rows that pages read, of what is stored, as `makeResults` makes them: of our sheets,
INSERT INTO `results` (
	`competition_class_id`, `day_id`, `is_ours`, `competitor`, `registration_id`, `start_number`, `name`, `aeroclub`,
	`glider`, `place`, `points`, `penalty`, `handicap`, `distance_m`, `speed_kmh`, `status`, `start`, `finish`, `time_s`,
	`penalties`, `override`, `held`, `is_guest`, `is_explained`, `total_points`, `total_position`, `flight_id`
)
SELECT
	`score_sheets`.`competition_class_id`, `score_sheets`.`day_id`, TRUE, json_extract(scored.value, '$.registrationId'),
	json_extract(scored.value, '$.registrationId'),
	CASE WHEN substr(`daily_results`.`competitor` || ' ', 1, length(`daily_results`.`name`) + 1) = `daily_results`.`name` || ' ' THEN NULL ELSE `daily_results`.`competitor` END,
	`daily_results`.`name`, `daily_results`.`aeroclub`, `daily_results`.`glider`,
	coalesce(`daily_results`.`position`, json_extract(scored.value, '$.rank')),
	coalesce(`daily_results`.`points`, json_extract(scored.value, '$.points')), json_extract(scored.value, '$.penalty'),
	json_extract(scored.value, '$.handicap'), json_extract(scored.value, '$.distanceM'),
	json_extract(scored.value, '$.speedKmh'), json_extract(scored.value, '$.status'),
	json_extract(scored.value, '$.start'), json_extract(scored.value, '$.finish'), json_extract(scored.value, '$.timeS'),
	json_extract(scored.value, '$.penalties'), json_extract(scored.value, '$.override'),
	json_extract(scored.value, '$.held'), json_extract(scored.value, '$.guest'),
	(coalesce(json_extract(scored.value, '$.flight.status'), json_extract(scored.value, '$.distanceM')) IS NOT NULL),
	NULL, NULL, NULL
FROM `score_sheets`
INNER JOIN json_each(`score_sheets`.`sheet`, '$.rows') AS scored
LEFT JOIN `result_sheets` ON ((`result_sheets`.`day_id` = `score_sheets`.`day_id` AND `result_sheets`.`competition_class_id` = `score_sheets`.`competition_class_id`) AND `result_sheets`.`source` = 'here')
LEFT JOIN `daily_results` ON (`result_sheets`.`day_id` = `daily_results`.`day_id` AND `result_sheets`.`competition_class_id` = `daily_results`.`competition_class_id`) AND `daily_results`.`registration_id` = json_extract(scored.value, '$.registrationId');--> statement-breakpoint
-- and of the tables of other sources.
INSERT INTO `results` (
	`competition_class_id`, `day_id`, `is_ours`, `competitor`, `registration_id`, `start_number`, `name`, `aeroclub`,
	`glider`, `place`, `points`, `penalty`, `handicap`, `distance_m`, `speed_kmh`, `status`, `start`, `finish`, `time_s`,
	`penalties`, `override`, `held`, `is_guest`, `is_explained`, `total_points`, `total_position`, `flight_id`
)
SELECT
	`daily_results`.`competition_class_id`, `daily_results`.`day_id`, FALSE, `daily_results`.`competitor`,
	`daily_results`.`registration_id`,
	CASE WHEN substr(`daily_results`.`competitor` || ' ', 1, length(`daily_results`.`name`) + 1) = `daily_results`.`name` || ' ' THEN NULL ELSE `daily_results`.`competitor` END,
	`daily_results`.`name`, `daily_results`.`aeroclub`, `daily_results`.`glider`, `daily_results`.`position`,
	`daily_results`.`points`, `daily_results`.`penalty`, `daily_results`.`handicap`, `daily_results`.`distance_m`,
	`daily_results`.`speed_kmh`, NULL, NULL, NULL, NULL, NULL, NULL, NULL, FALSE, FALSE, `daily_results`.`total_points`,
	`daily_results`.`total_position`, `daily_results`.`flight_id`
FROM `result_sheets`
INNER JOIN `daily_results` ON (`result_sheets`.`day_id` = `daily_results`.`day_id` AND `result_sheets`.`competition_class_id` = `daily_results`.`competition_class_id`)
WHERE `result_sheets`.`source` <> 'here';--> statement-breakpoint
UPDATE `score_sheets` SET `head` = json_remove(`score_sheets`.`sheet`, '$.rows'), `made_of` = (`score_sheets`.`computed_at` || CASE `score_sheets`.`state` WHEN 'official' THEN ' official' ELSE '' END);--> statement-breakpoint
UPDATE `result_sheets` SET `made_of` = (`result_sheets`.`source` || ' ' || `result_sheets`.`updated_at`);
