ALTER TABLE `daily_results` ADD `penalty` real;--> statement-breakpoint
ALTER TABLE `daily_results` ADD `distance_m` real;--> statement-breakpoint
ALTER TABLE `daily_results` ADD `speed_kmh` real;