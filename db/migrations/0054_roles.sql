CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`expires_at` integer NOT NULL,
	`accepted_at` integer,
	`accepted_by` text,
	`withdrawn_at` integer,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`accepted_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `invitations_email` ON `invitations` (`email`);--> statement-breakpoint
ALTER TABLE `users` ADD `role` text;--> statement-breakpoint
UPDATE `users` SET `role` = 'organiser' WHERE `admin` = 1;--> statement-breakpoint
-- The release before knows the flag alone, and grants by it. Each trigger is a line: D1 takes others apart at their semicolons.
CREATE TRIGGER `users_inserted` AFTER INSERT ON `users` WHEN NEW.`admin` <> (NEW.`role` IS 'organiser') BEGIN UPDATE `users` SET `role` = coalesce(`role`, 'organiser'), `admin` = (coalesce(`role`, 'organiser') = 'organiser') WHERE `id` = NEW.`id`; END;--> statement-breakpoint
CREATE TRIGGER `users_role_updated` AFTER UPDATE OF `role` ON `users` WHEN NEW.`admin` <> (NEW.`role` IS 'organiser') BEGIN UPDATE `users` SET `admin` = (`role` IS 'organiser') WHERE `id` = NEW.`id`; END;--> statement-breakpoint
CREATE TRIGGER `users_admin_updated` AFTER UPDATE OF `admin` ON `users` WHEN NEW.`admin` <> (NEW.`role` IS 'organiser') BEGIN UPDATE `users` SET `role` = iif(NEW.`admin`, 'organiser', NULL) WHERE `id` = NEW.`id`; END;
