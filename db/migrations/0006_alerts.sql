CREATE TABLE `alerts` (
	`cause` text PRIMARY KEY NOT NULL,
	`alerted_at` integer NOT NULL,
	`last_seal` integer NOT NULL
);
