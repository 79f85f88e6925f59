-- Files that were read before keep all of their content in `charts`. A backup cuts what is too long for a statement.
CREATE TABLE `chart_parts` (
	`id` text PRIMARY KEY NOT NULL,
	`chart_id` text NOT NULL,
	`part` integer NOT NULL,
	`content` text NOT NULL,
	FOREIGN KEY (`chart_id`) REFERENCES `charts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chart_parts_of_chart` ON `chart_parts` (`chart_id`,`part`);