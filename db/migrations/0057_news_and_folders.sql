CREATE TABLE `news_versions` (
	`news_id` text NOT NULL,
	`version` integer NOT NULL,
	`language` text,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`title_en` text,
	`body_en` text,
	`edited_by` text NOT NULL,
	`edited_at` integer NOT NULL,
	PRIMARY KEY(`news_id`, `version`),
	FOREIGN KEY (`news_id`) REFERENCES `news`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`edited_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `documents` ADD `folder` text DEFAULT 'other' NOT NULL;--> statement-breakpoint
ALTER TABLE `news` ADD `language` text;--> statement-breakpoint
ALTER TABLE `news` ADD `title_en` text;--> statement-breakpoint
ALTER TABLE `news` ADD `body_en` text;--> statement-breakpoint
ALTER TABLE `news` ADD `pinned` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `news` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `news` ADD `edited_by` text REFERENCES users(id);--> statement-breakpoint
UPDATE `documents` SET `folder` = CASE WHEN `name` LIKE '%.cup' OR `name` LIKE '%.cupx' OR `name` LIKE '%.cub' OR `name` LIKE '%.air' OR `name` LIKE '%.openair' THEN 'safety' WHEN `name` LIKE '%propozic%' OR `name` LIKE '%pravidl%' OR `name` LIKE '%rules%' THEN 'rules' WHEN `name` LIKE '%formul%' THEN 'forms' ELSE 'other' END;
