-- What has been evaluated has finished; jobs have no row until they run.
CREATE TABLE `job_fuses` (
	`job` text PRIMARY KEY NOT NULL,
	`unfinished` integer NOT NULL,
	`began_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `performances` ADD `unfinished` integer DEFAULT 0 NOT NULL;