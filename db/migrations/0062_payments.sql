CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`registration_id` text NOT NULL,
	`amount` real,
	`currency` text,
	`counted` real,
	`received_on` text NOT NULL,
	`how` text NOT NULL,
	`note` text,
	`entered_by` text,
	`entered_at` integer NOT NULL,
	`cancelled_at` integer,
	`cancelled_by` text,
	FOREIGN KEY (`registration_id`) REFERENCES `registrations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`entered_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cancelled_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payments_registration` ON `payments` (`registration_id`);--> statement-breakpoint
-- What was paid before becomes one row each. The audit log says on which day; without it, the last change of the entry does.
INSERT INTO `payments` (`id`, `registration_id`, `amount`, `currency`, `counted`, `received_on`, `how`, `entered_at`)
SELECT 'taken-over-' || r.`id`, r.`id`, r.`due`, iif(r.`due` IS NULL, NULL, r.`currency`), r.`due`, date(r.`at` / 1000, 'unixepoch'), 'taken-over', r.`at` FROM (
	SELECT `id`,
		json_extract(`fee`, '$.currency') AS `currency`,
		json_extract(`fee`, '$.amount') + `quantity` * (coalesce(json_extract(`fee`, '$.person'), 0) + coalesce(json_extract(`fee`, '$.night'), 0) * coalesce(`nights`, 0)) AS `due`,
		coalesce((SELECT max(a.`at`) FROM `audit_log` a WHERE a.`action` = 'registration.flags' AND a.`subject_id` = `registrations`.`id` AND json_extract(a.`after`, '$.paid') = 1), `updated_at`) AS `at`
	FROM `registrations` WHERE `paid` = 1
) r;
