-- destroys: nothing. Each row of edition_settings is copied before its table is rebuilt, and no table refers to it.
CREATE TABLE `__new_edition_settings` (
	`key` text NOT NULL,
	`version` integer NOT NULL,
	`value` text,
	`reason` text,
	`changed_by` text,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`key`, `version`),
	FOREIGN KEY (`changed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_edition_settings`("key", "version", "value", "reason", "changed_by", "changed_at") SELECT "key", "version", "value", "reason", "changed_by", "changed_at" FROM `edition_settings`;--> statement-breakpoint
DROP TABLE `edition_settings`;--> statement-breakpoint
ALTER TABLE `__new_edition_settings` RENAME TO `edition_settings`;--> statement-breakpoint
ALTER TABLE `edition_state` ADD `opened_at` integer;