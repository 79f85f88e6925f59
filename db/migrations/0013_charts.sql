CREATE TABLE `charts` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`sha256` text NOT NULL,
	`document_version_id` text NOT NULL,
	`content` text NOT NULL,
	`size` integer NOT NULL,
	`complaints` text NOT NULL,
	`in_force` integer NOT NULL,
	`in_force_since` integer NOT NULL,
	`in_force_by` text,
	FOREIGN KEY (`document_version_id`) REFERENCES `document_versions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`in_force_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `charts_file` ON `charts` (`kind`,`sha256`);--> statement-breakpoint
CREATE UNIQUE INDEX `charts_in_force` ON `charts` (`kind`) WHERE "charts"."in_force" = 1;--> statement-breakpoint
CREATE INDEX `charts_history` ON `charts` (`kind`,`in_force_since`);