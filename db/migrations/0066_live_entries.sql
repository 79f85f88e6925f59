CREATE TABLE `live_entries` (
	`registration_id` text PRIMARY KEY NOT NULL,
	`device_ids` text NOT NULL,
	`agreed_at` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`registration_id`) REFERENCES `registrations`(`id`) ON UPDATE no action ON DELETE no action
);
