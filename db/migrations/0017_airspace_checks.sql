ALTER TABLE `performances` ADD `spaces` text;--> statement-breakpoint
ALTER TABLE `performances` ADD `airspace_id` text REFERENCES charts(id);--> statement-breakpoint
ALTER TABLE `performances` ADD `qnh_hpa` real;