import { expect, test } from "vitest";
import { parentsFirst, tablesParentsFirst } from "../../scripts/backup/parents-first";

/* That the database takes such rows one by one: test/system/backup.test.ts. */

const schema = [
	"CREATE TABLE `starts` (`id` text, `day_id` text NOT NULL, FOREIGN KEY (`day_id`) REFERENCES `days`(`id`))",
	'CREATE TABLE IF NOT EXISTS "days" ("id" text, "set_by" text REFERENCES users(id))',
	"CREATE TABLE users (id text)",
	"CREATE INDEX `by_day` ON `starts` (`day_id`)",
]
	.map((statement) => `${statement};\n`)
	.join("");

test("rows come behind those that they refer to, and those of one table stay in their order", () => {
	const [pragma, start, later, day, user] = [
		"PRAGMA defer_foreign_keys=TRUE;\n",
		`INSERT INTO "starts" ("id","day_id") VALUES('2','INSERT INTO users; d');\n`,
		`INSERT INTO "starts" ("id","day_id") VALUES('1','d');\n`,
		`INSERT INTO "days" VALUES('d','u');\n`,
		"INSERT INTO users VALUES('u');\n",
	];
	expect(parentsFirst(pragma + start + day + later + user, schema)).toBe(pragma + user + day + start + later);
	expect(tablesParentsFirst(schema)).toEqual(["users", "days", "starts"]);
});

test("tables that refer to each other have no such order", () => {
	const circle = "CREATE TABLE a (b text REFERENCES b(id));\nCREATE TABLE b (a text REFERENCES a(id));\n";
	expect(() => tablesParentsFirst(circle)).toThrow("a → b → a");
});
