import { expect, test } from "vitest";
import {
	longestStatement,
	statementsIn,
	withoutTriggers,
	withShortStatements,
} from "../../scripts/backup/short-statements";

/* That what comes back is what was there: test/system/backup.test.ts. */

test("statements end at semicolons outside of quotes", () => {
	const sql = `PRAGMA defer_foreign_keys=TRUE;\nINSERT INTO "a;b" VALUES('x;''y;',1);\nINSERT INTO "c" VALUES(replace('\\n;','\\n',char(10)));\n`;
	expect(statementsIn(sql)).toEqual([
		"PRAGMA defer_foreign_keys=TRUE",
		`INSERT INTO "a;b" VALUES('x;''y;',1)`,
		`INSERT INTO "c" VALUES(replace('\\n;','\\n',char(10)))`,
	]);
	expect(() => statementsIn("INSERT INTO a VALUES('")).toThrow("ends inside of a text");
});

test("a trigger is one statement, and is taken out of a schema", () => {
	const table = "CREATE TABLE a (id TEXT)";
	const trigger = `CREATE TRIGGER b AFTER INSERT ON a\nBEGIN\n\tDELETE FROM a WHERE id = ';';\n\tDELETE FROM a WHERE id = 'END';\nEND`;
	const index = "CREATE INDEX c ON a (id)";
	const schema = `${[table, trigger, index].join(";\n")};\n`;
	expect(statementsIn(schema)).toEqual([table, trigger, index]);
	expect(withoutTriggers(schema)).toBe(`${table};\n${index};\n`);
	expect(withoutTriggers(`${table};\n`)).toBe(`${table};\n`);
});

test("an export of short statements stays as it is", () => {
	const sql = `INSERT INTO "a" VALUES('${"x".repeat(80_000)}');\n`;
	expect(withShortStatements(sql)).toBe(sql);
});

test("a long value comes in pieces that are put together again, and no character is cut", () => {
	const value = `it''s ${"'';".repeat(20_000)}${"🪁".repeat(30_000)}`;
	const sql = `PRAGMA defer_foreign_keys=TRUE;\nINSERT INTO "a" VALUES('id','${value}',replace('${"ž".repeat(60_000)}','\\n',char(10)),NULL);\n`;
	const statements = statementsIn(withShortStatements(sql));
	expect(statements[0]).toBe("PRAGMA defer_foreign_keys=TRUE");
	for (const statement of statements) {
		expect(Buffer.byteLength(statement)).toBeLessThanOrEqual(longestStatement);
		expect(Buffer.from(statement).toString()).toBe(statement);
	}
	expect(statements.at(-1)).toBe("DROP TABLE backup_pieces");
	const pieces = new Map(
		statements.flatMap((statement) => {
			const [, id, text] = /^INSERT INTO backup_pieces VALUES \((\d+), '(.*)'\)$/s.exec(statement) ?? [];
			return id === undefined ? [] : [[id, text ?? ""] as const];
		}),
	);
	const joined = (statements.at(-2) ?? "").replace(
		/\(SELECT text FROM backup_pieces WHERE id = \d+\)(?: \|\| \(SELECT text FROM backup_pieces WHERE id = \d+\))*/g,
		(sum) => `'${[...sum.matchAll(/id = (\d+)/g)].map(([, id = ""]) => pieces.get(id)).join("")}'`,
	);
	expect(`${joined};\n`).toBe(sql.split("\n").slice(1).join("\n"));
});

test("a statement of many short values that is too long is no backup", () => {
	const sql = `INSERT INTO "a" VALUES(${Array.from({ length: 200 }, () => `'${"x".repeat(900)}'`).join()},'${"y".repeat(2_000)}');\n`;
	expect(() => withShortStatements(sql)).toThrow("too long to be restored");
});
