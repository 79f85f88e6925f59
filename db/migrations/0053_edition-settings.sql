CREATE TABLE `edition_settings` (
	`key` text NOT NULL,
	`version` integer NOT NULL,
	`value` text,
	`reason` text,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`key`, `version`),
	FOREIGN KEY (`changed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
