import { expect, test } from "vitest";
import { complaintsAbout } from "../../scripts/database/migration-rules";

const migration = (...statements: string[]) => ({ name: "0001_change.sql", statements });

test("a migration that only adds is fine", () => {
	expect(
		complaintsAbout([migration("CREATE TABLE `a` (`id` text)", "ALTER TABLE `a` ADD `b` text")]),
	).toEqual([]);
});

test.each([
	["DROP TABLE `users`"],
	["drop table if exists users"],
	["ALTER TABLE `users` DROP COLUMN `name`"],
	["ALTER TABLE `__new_users` RENAME TO `users`"],
	["PRAGMA foreign_keys=OFF"],
])("%s is refused", (statement) => {
	expect(complaintsAbout([migration(statement)])).toHaveLength(1);
});

test("a mark with a reason lets a destructive migration pass, one without does not", () => {
	const drop = "DROP TABLE `legacy`";
	expect(
		complaintsAbout([migration(`-- destroys: legacy, which nothing has read since 2024\n${drop}`)]),
	).toEqual([]);
	expect(complaintsAbout([migration(`-- destroys:\n${drop}`)])).toHaveLength(1);
});

test("words in a comment destroy nothing", () => {
	expect(complaintsAbout([migration("-- we do not DROP TABLE here\nCREATE TABLE `a` (`id` text)")])).toEqual(
		[],
	);
});

test("a cascade is refused even with a mark", () => {
	const cascade =
		"-- destroys: nothing, but it is tried here\nCREATE TABLE a (b text REFERENCES c(id) ON DELETE CASCADE)";
	expect(complaintsAbout([migration(cascade)])).toEqual(["0001_change.sql deletes in cascade."]);
});

test("a trigger of several lines is refused", () => {
	const trigger = "CREATE TRIGGER `t` AFTER INSERT ON `a` BEGIN DELETE FROM `b`; END";
	expect(complaintsAbout([migration(`-- why\n${trigger};\n`, "CREATE TABLE `c` (\n\t`id` text\n)")])).toEqual(
		[],
	);
	expect(complaintsAbout([migration(trigger.replace("BEGIN ", "BEGIN\n"))])).toEqual([
		"0001_change.sql has a trigger of several lines.",
	]);
});

test("two migrations of the same number are refused", () => {
	const second = { name: "0001_other.sql", statements: ["CREATE TABLE `b` (`id` text)"] };
	expect(complaintsAbout([migration("CREATE TABLE `a` (`id` text)"), second])).toHaveLength(1);
});
