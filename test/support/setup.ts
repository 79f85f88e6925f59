import { applyD1Migrations, env } from "cloudflare:test";
import { editions } from "~editions/index";
import { watchLog } from "./log-watch";

watchLog();

for (const { year } of editions) {
	await applyD1Migrations(env[`DB_${year}`] as D1Database, env.TEST_MIGRATIONS);
}
