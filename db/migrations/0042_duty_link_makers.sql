ALTER TABLE `duty_links` ADD `maker_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Links that are there hold on, as long as the present sessions of their makers do.
UPDATE `duty_links` SET `maker_version` = coalesce((SELECT `token_version` FROM `users` WHERE `users`.`id` = `duty_links`.`created_by`), 0);
