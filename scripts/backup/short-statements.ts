/** Bytes. D1 takes statements of 100 kB. */
export const longestStatement = 90_000;
/** Characters of a text that may stay in a long statement. */
const longestText = 1_000;
/** Characters, each of which takes three bytes at most. */
const pieceLength = 20_000;

const piecesTable = "backup_pieces";

/**
 * An export of rows whose statements are short enough for D1: where one is too long, its long texts come in pieces, through a table of
 * its own that is dropped at the end.
 * @throws Error when a statement stays too long
 */
export function withShortStatements(sql: string): string {
	const pieces: string[] = [];
	const statements = statementsIn(sql).map((statement) =>
		sizeOf(statement) > longestStatement ? shortened(statement, pieces) : statement,
	);
	if (pieces.length === 0) return sql;
	const long = statements.find((statement) => sizeOf(statement) > longestStatement);
	if (long !== undefined) throw new Error(`A statement is too long to be restored: ${long.slice(0, 100)}`);
	const [settings, rows] = [statements.filter(isSetting), statements.filter((one) => !isSetting(one))];
	const all = [
		...settings,
		`CREATE TABLE ${piecesTable} (id INTEGER PRIMARY KEY, text TEXT NOT NULL)`,
		...pieces.map((piece, id) => `INSERT INTO ${piecesTable} VALUES (${id}, ${piece})`),
		...rows,
		`DROP TABLE ${piecesTable}`,
	];
	return `${all.join(";\n")};\n`;
}

/** The statements of an export. A semicolon inside of quotes ends none, nor does one inside of a trigger. */
export function statementsIn(sql: string): string[] {
	const statements: string[] = [];
	let from = 0;
	for (const { at, end } of marksIn(sql)) {
		const statement = sql.slice(from, at).trim();
		if (sql[at] !== ";" || (isTrigger(statement) && !/;\s*END$/i.test(statement))) continue;
		statements.push(statement);
		from = end;
	}
	return [...statements, sql.slice(from).trim()].filter((statement) => statement !== "");
}

/** Statements put together, as long as D1 takes the text: every text that is prepared apart is a call for which Node waits. */
export function inFewTexts(statements: readonly string[]): string[] {
	const texts: string[] = [];
	let size = 0;
	for (const statement of statements) {
		const added = sizeOf(statement) + 2;
		const last = texts.at(-1);
		const fits = last !== undefined && size + added <= longestStatement;
		if (fits) texts[texts.length - 1] = `${last};\n${statement}`;
		else texts.push(statement);
		size = fits ? size + added : added;
	}
	return texts;
}

/** The schema of an export without its triggers: they must not fire on the rows that a restore brings. */
export function withoutTriggers(sql: string): string {
	const statements = statementsIn(sql).filter((statement) => !isTrigger(statement));
	return `${statements.join(";\n")};\n`;
}

function isTrigger(statement: string): boolean {
	return /^CREATE TRIGGER\b/i.test(statement);
}

function isSetting(statement: string): boolean {
	return statement.startsWith("PRAGMA");
}

function sizeOf(text: string): number {
	return Buffer.byteLength(text);
}

interface Mark {
	readonly at: number;
	readonly end: number;
}

/** Texts and names in quotes, and the semicolons between them. A doubled quote inside of a text makes two marks of it. */
function* marksIn(sql: string): Generator<Mark> {
	const marks = /['";]/g;
	for (let found = marks.exec(sql); found; found = marks.exec(sql)) {
		const at = found.index;
		const end = sql[at] === ";" ? at + 1 : sql.indexOf(sql[at] ?? "", at + 1) + 1;
		if (end === 0) throw new Error("The export ends inside of a text.");
		yield { at, end };
		marks.lastIndex = end;
	}
}

/** @param pieces gets the parts of the texts that are taken out, as literals; their ids are their places */
function shortened(statement: string, pieces: string[]): string {
	return textsIn(statement).reduceRight((short, { at, end }) => {
		if (end - at <= longestText) return short;
		const text = statement.slice(at + 1, end - 1).replaceAll("''", "'");
		const parts = partsOf(text).map((part) => {
			pieces.push(`'${part.replaceAll("'", "''")}'`);
			return `(SELECT text FROM ${piecesTable} WHERE id = ${pieces.length - 1})`;
		});
		return short.slice(0, at) + parts.join(" || ") + short.slice(end);
	}, statement);
}

/** Texts with the doubled quotes inside of them. */
function textsIn(statement: string): Mark[] {
	const texts: Mark[] = [];
	for (const { at, end } of marksIn(statement)) {
		if (statement[at] !== "'") continue;
		const last = texts.at(-1);
		if (last?.end === at) texts[texts.length - 1] = { at: last.at, end };
		else texts.push({ at, end });
	}
	return texts;
}

/** A cut never falls inside of a character. */
function partsOf(text: string): string[] {
	const parts: string[] = [];
	for (let from = 0; from < text.length; ) {
		const cut = from + pieceLength;
		const end = isHighSurrogate(text.charCodeAt(cut - 1)) ? cut - 1 : cut;
		parts.push(text.slice(from, end));
		from = end;
	}
	return parts;
}

function isHighSurrogate(code: number): boolean {
	return code >= 0xd800 && code < 0xdc00;
}
