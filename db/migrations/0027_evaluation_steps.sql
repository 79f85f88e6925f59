-- Nobody evaluates flights against the versions that exist: null is free.
ALTER TABLE `tasks` ADD `evaluated_until` integer;