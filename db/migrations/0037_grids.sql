CREATE TABLE `duty_links` (
	`id` text PRIMARY KEY NOT NULL,
	`day_id` text NOT NULL,
	`token` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`withdrawn_at` integer,
	FOREIGN KEY (`day_id`) REFERENCES `competition_days`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `grid_pilots` (
	`id` text PRIMARY KEY NOT NULL,
	`day_id` text NOT NULL,
	`registration_id` text NOT NULL,
	`launches` text NOT NULL,
	`is_scratched` integer DEFAULT false NOT NULL,
	`scratch_reason` text,
	`remark` text,
	`updated_at` integer NOT NULL,
	`updated_by` text NOT NULL,
	FOREIGN KEY (`day_id`) REFERENCES `competition_days`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`registration_id`) REFERENCES `registrations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`updated_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `grid_pilots_day_registration` ON `grid_pilots` (`day_id`,`registration_id`);--> statement-breakpoint
CREATE TABLE `grids` (
	`id` text PRIMARY KEY NOT NULL,
	`day_id` text NOT NULL,
	`competition_class_id` text NOT NULL,
	`width` integer NOT NULL,
	`rotation` integer,
	`launch_order` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL,
	`updated_by` text NOT NULL,
	FOREIGN KEY (`day_id`) REFERENCES `competition_days`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`competition_class_id`) REFERENCES `competition_classes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`updated_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `grids_day_class` ON `grids` (`day_id`,`competition_class_id`);--> statement-breakpoint
CREATE TABLE `safety_cards` (
	`registration_id` text PRIMARY KEY NOT NULL,
	`colours` text,
	`equipment` text,
	`persons` integer,
	`crew_name` text,
	`crew_phone` text,
	`flarm_id` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`registration_id`) REFERENCES `registrations`(`id`) ON UPDATE no action ON DELETE no action
);
