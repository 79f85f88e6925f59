-- Versions that exist keep `{}`: where their rules came from was never stored.
ALTER TABLE `tasks` ADD `sources` text DEFAULT '{}' NOT NULL;