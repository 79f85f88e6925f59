DROP INDEX `protests_of_competitor`;--> statement-breakpoint
CREATE UNIQUE INDEX `protests_open` ON `protests` (`registration_id`,`day_id`,`revision`) WHERE "protests"."outcome" IS NULL;