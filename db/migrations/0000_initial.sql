CREATE TABLE `accommodation_types` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text,
	`action` text NOT NULL,
	`subject_id` text,
	`before` text,
	`after` text,
	`request_id` text NOT NULL,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject_id`);--> statement-breakpoint
CREATE TABLE `commit_guard` (
	`ok` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `competition_classes` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`reference_index` real NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `competition_classes_type` ON `competition_classes` (`type`);--> statement-breakpoint
CREATE TABLE `competition_days` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`date` text NOT NULL,
	`task` text DEFAULT 'NO_TASK' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `competition_days_date` ON `competition_days` (`date`);--> statement-breakpoint
CREATE TABLE `competitor_statuses` (
	`id` text PRIMARY KEY NOT NULL,
	`registration_id` text NOT NULL,
	`day_id` text NOT NULL,
	`status` text,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	FOREIGN KEY (`registration_id`) REFERENCES `registrations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`day_id`) REFERENCES `competition_days`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`updated_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `competitor_statuses_day_registration` ON `competitor_statuses` (`day_id`,`registration_id`);--> statement-breakpoint
CREATE INDEX `competitor_statuses_registration` ON `competitor_statuses` (`registration_id`);--> statement-breakpoint
CREATE TABLE `daily_results` (
	`id` text PRIMARY KEY NOT NULL,
	`competition_class_id` text NOT NULL,
	`day_id` text NOT NULL,
	`competitor` text NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`aeroclub` text NOT NULL,
	`glider` text NOT NULL,
	`handicap` real,
	`points` real NOT NULL,
	`total_points` real,
	`total_position` integer,
	`flight_id` integer,
	FOREIGN KEY (`competition_class_id`) REFERENCES `competition_classes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`day_id`) REFERENCES `competition_days`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `daily_results_class_day_competitor` ON `daily_results` (`competition_class_id`,`day_id`,`competitor`);--> statement-breakpoint
CREATE INDEX `daily_results_day` ON `daily_results` (`day_id`);--> statement-breakpoint
CREATE TABLE `document_versions` (
	`id` text PRIMARY KEY NOT NULL,
	`document_id` text NOT NULL,
	`key` text NOT NULL,
	`mimetype` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`state` text NOT NULL,
	`uploaded_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`uploaded_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `document_versions_key` ON `document_versions` (`key`);--> statement-breakpoint
CREATE INDEX `document_versions_document` ON `document_versions` (`document_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `document_versions_state` ON `document_versions` (`state`,`created_at`);--> statement-breakpoint
CREATE TABLE `documents` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`current_version_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_name` ON `documents` (`name`) WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `documents_visible` ON `documents` (`deleted_at`,`updated_at`);--> statement-breakpoint
CREATE TABLE `edition_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`content_version` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `form_keys` (
	`key` text PRIMARY KEY NOT NULL,
	`subject_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `form_keys_created` ON `form_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `glider_types` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`index` real NOT NULL,
	`competition_class_type` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `glider_types_name_class` ON `glider_types` (`name`,`competition_class_type`);--> statement-breakpoint
CREATE TABLE `igc_file_versions` (
	`id` text PRIMARY KEY NOT NULL,
	`igc_file_id` text NOT NULL,
	`key` text NOT NULL,
	`original_name` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`state` text NOT NULL,
	`receipt` text NOT NULL,
	`warnings` text NOT NULL,
	`uploaded_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`igc_file_id`) REFERENCES `igc_files`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`uploaded_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `igc_file_versions_key` ON `igc_file_versions` (`key`);--> statement-breakpoint
CREATE INDEX `igc_file_versions_file` ON `igc_file_versions` (`igc_file_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `igc_file_versions_sha256` ON `igc_file_versions` (`sha256`);--> statement-breakpoint
CREATE INDEX `igc_file_versions_state` ON `igc_file_versions` (`state`,`created_at`);--> statement-breakpoint
CREATE TABLE `igc_files` (
	`id` text PRIMARY KEY NOT NULL,
	`registration_id` text NOT NULL,
	`day_id` text NOT NULL,
	`flight_number` integer DEFAULT 1 NOT NULL,
	`current_version_id` text,
	`downloaded` integer DEFAULT false NOT NULL,
	`processed` integer DEFAULT false NOT NULL,
	`edited_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`registration_id`) REFERENCES `registrations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`day_id`) REFERENCES `competition_days`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `igc_files_flight` ON `igc_files` (`day_id`,`registration_id`,`flight_number`);--> statement-breakpoint
CREATE INDEX `igc_files_registration` ON `igc_files` (`registration_id`);--> statement-breakpoint
CREATE TABLE `news` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`author_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `news_visible` ON `news` (`deleted_at`,`created_at`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`recipient` text NOT NULL,
	`user_id` text,
	`language` text NOT NULL,
	`payload` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`state`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `outbox_created` ON `outbox` (`created_at`);--> statement-breakpoint
CREATE TABLE `password_resets` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`voided_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `password_resets_token_hash` ON `password_resets` (`token_hash`);--> statement-breakpoint
CREATE INDEX `password_resets_user` ON `password_resets` (`user_id`);--> statement-breakpoint
CREATE TABLE `regions` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`country` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `registrations` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`user_id` text NOT NULL,
	`birth_date` text,
	`phone` text NOT NULL,
	`aeroclub` text NOT NULL,
	`region_id` text NOT NULL,
	`glider_type_id` text NOT NULL,
	`registration_number` text NOT NULL,
	`start_number` text NOT NULL,
	`has_engine` integer NOT NULL,
	`competition_class_id` text NOT NULL,
	`logger` text NOT NULL,
	`accommodation_type_id` text NOT NULL,
	`quantity` integer NOT NULL,
	`meals` integer NOT NULL,
	`note` text,
	`accepted` integer DEFAULT false NOT NULL,
	`paid` integer DEFAULT false NOT NULL,
	`is_reserve` integer DEFAULT false NOT NULL,
	`registration_completed` integer DEFAULT false NOT NULL,
	`igc_id` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`region_id`) REFERENCES `regions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`glider_type_id`) REFERENCES `glider_types`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`competition_class_id`) REFERENCES `competition_classes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`accommodation_type_id`) REFERENCES `accommodation_types`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `registrations_user` ON `registrations` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `registrations_number` ON `registrations` (`number`);--> statement-breakpoint
CREATE INDEX `registrations_class_accepted` ON `registrations` (`competition_class_id`,`accepted`);--> statement-breakpoint
CREATE INDEX `registrations_accepted` ON `registrations` (`accepted`);--> statement-breakpoint
CREATE TABLE `result_sheets` (
	`id` text PRIMARY KEY NOT NULL,
	`competition_class_id` text NOT NULL,
	`day_id` text NOT NULL,
	`status` text NOT NULL,
	`source` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`competition_class_id`) REFERENCES `competition_classes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`day_id`) REFERENCES `competition_days`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `result_sheets_class_day` ON `result_sheets` (`competition_class_id`,`day_id`);--> statement-breakpoint
CREATE TABLE `revoked_tokens` (
	`jti` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `revoked_tokens_expires` ON `revoked_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sync_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`outcome` text NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sync_runs_started` ON `sync_runs` (`started_at`);--> statement-breakpoint
CREATE TABLE `throttles` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `throttles_ends` ON `throttles` (`ends_at`);--> statement-breakpoint
CREATE TABLE `tracking_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`day_id` text NOT NULL,
	`competition_class_id` text NOT NULL,
	`task_url` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`day_id`) REFERENCES `competition_days`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`competition_class_id`) REFERENCES `competition_classes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tracking_entries_day_class` ON `tracking_entries` (`day_id`,`competition_class_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`surname` text NOT NULL,
	`password_hash` text NOT NULL,
	`password_valid` integer DEFAULT true NOT NULL,
	`admin` integer DEFAULT false NOT NULL,
	`language` text DEFAULT 'cs' NOT NULL,
	`token_version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`erased_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE INDEX `users_surname` ON `users` (`surname`);--> statement-breakpoint
INSERT INTO `edition_state` (`id`, `content_version`) VALUES (1, 1);
