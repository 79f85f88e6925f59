CREATE TABLE `logos` (
	`sha256` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`mimetype` text NOT NULL,
	`size` integer NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL
);
