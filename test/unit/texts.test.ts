import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { auditActionNames } from "~/lib/db/audit-actions";
import { largestSending, mostUnpacked } from "~/lib/flights/igc-file/upload-limits";
import { largestFile, largestLogo } from "~/lib/forms/limits";
import { texts as allTexts } from "~/lib/i18n/i18n.server";
import { languages } from "~/lib/i18n/language";
import { inProject } from "../../scripts/lib/paths.mjs";

const { cs, en } = allTexts;

const plural = /_(zero|one|two|few|many|other)$/;

/** Keys without the endings of their plural forms. */
const wordsOf = (texts: object) => [...new Set(Object.keys(texts).map((key) => key.replace(plural, "")))];

/** Plural forms of the texts that are counted, by key. A form for zero is a nicety of any language. */
function pluralForms(texts: object): ReadonlyMap<string, readonly string[]> {
	const forms = new Map<string, string[]>();
	for (const key of Object.keys(texts)) {
		const form = plural.exec(key)?.[1];
		const word = key.replace(plural, "");
		if (form && form !== "zero") forms.set(word, [...(forms.get(word) ?? []), form]);
	}
	return forms;
}

/** The names in braces that a text is given values for. */
const valuesOf = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].sort();

/** What single braces stand around: placeholders of addresses that organisers type. */
const ofAddresses = ["{contestId}", "{flightId}", "{taskOneUrl}", "{taskTwoUrl}"];

test("a value in a text has two braces on each side", () => {
	const found = [cs, en].flatMap((texts) =>
		Object.entries(texts).filter(([, text]) =>
			(text.match(/(?<!\{)\{\w+\}(?!\})/g) ?? []).some((name) => !ofAddresses.includes(name)),
		),
	);
	expect(found).toEqual([]);
});

const files = ["common", "organisers", "server-only"];

function fileOf(language: string, name: string): Readonly<Record<string, string>> {
	return JSON.parse(readFileSync(inProject(`locales/${language}/${name}.json`), "utf8"));
}

test.each(files)("both languages have the same texts %s, in the order of their keys", (name) => {
	const [first = {}, ...others] = languages.map((language) => fileOf(language, name));
	for (const other of others) expect(wordsOf(other)).toEqual(wordsOf(first));
	for (const texts of [first, ...others]) expect(Object.keys(texts)).toEqual(Object.keys(texts).sort());
});

test.each(languages)("a text stands in one file: %s", (language) => {
	const keys = files.flatMap((name) => wordsOf(fileOf(language, name)));
	expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
	expect(keys.sort()).toEqual(wordsOf(allTexts[language]).sort());
});

test.each([
	["Czech", cs, ["few", "many", "one", "other"]],
	["English", en, ["one", "other"]],
])("every counted text has the plural forms of %s", (_language, texts, forms) => {
	const counted = [...pluralForms(texts)];
	expect(counted.length).toBeGreaterThan(0);
	expect(counted.filter(([, found]) => found.toSorted().join() !== forms.join())).toEqual([]);
});

/** The specification has these words as they are. */
const verbatim = ["results.error"];

test("a Czech word of one letter stays with the word after it", () => {
	const loose = /(?<![^\s(„])[ksvzouai] (?=\S)/i;
	const broken = Object.entries(cs).filter(([key, text]) => loose.test(text) && !verbatim.includes(key));
	expect(broken).toEqual([]);
});

test.each([
	["Czech", cs],
	["English", en],
])("a place and a version stay with their number in %s", (_language, texts) => {
	const loose = /(?:verz[ei]|version|place) \{\{|\}\}\. místo/i;
	// Mails and the footer have whole lines.
	const broken = Object.entries(texts).filter(
		([key, text]) => loose.test(text) && !key.startsWith("mail.") && key !== "footer.version",
	);
	expect(broken).toEqual([]);
});

test.each([
	["Czech", cs],
	["English", en],
])("a number stays whole and with its unit in %s", (_language, texts) => {
	const loose = /(?:\d|\}\}) (?:km\/h|km|m\/s|m|min|s|h|b\.|kB|hPa|%)(?![\p{L}\d])|\d \d{3}(?!\d)/u;
	// Here "s" is the Czech "with".
	const broken = Object.entries(texts).filter(
		([key, text]) => loose.test(text) && key !== "scoreFormula.flown",
	);
	expect(broken).toEqual([]);
});

test("an English apostrophe is a curly one", () => {
	expect(Object.entries(en).filter(([, text]) => /\p{L}'\p{L}/u.test(text))).toEqual([]);
});

test("a Czech day of the week is no part of a sentence, which would want it in another case", () => {
	const withDay = [
		"account.erase.waitingText",
		"erasures.due",
		"mail.erasureOrganisers.object",
		"mail.erasureWaiting.body",
	] as const;
	for (const key of withDay) expect(cs[key]).toMatch(/[:(]\s?\{\{time\}\}/);
});

/** The contract of the API words these; the others are no sentences. */
const withoutStop = {
	cs: ["email-exists", "invalid-old-password", "user-exists"],
	en: [
		"email-exists",
		"invalid-credentials",
		"invalid-day",
		"invalid-old-password",
		"invalid-pilot",
		"method-not-allowed",
		"missing-fields",
		"not-admin",
		"not-found",
		"registration-exists",
		"registration-missing",
		"reset-token-invalid",
		"reset-token-missing",
		"reset-token-unknown",
		"reset-token-used",
		"results-missing",
		"something-went-wrong",
		"token-invalid",
		"user-exists",
		"user-missing",
	],
} as const;

test.each(languages)("a refusal is a sentence with its full stop: %s", (language) => {
	const refusals = Object.entries(allTexts[language]).filter(([key]) => key.startsWith("server."));
	const loose = refusals.filter(([, text]) => !text.endsWith("."));
	expect(loose.map(([key]) => key.replace("server.", "")).sort()).toEqual(withoutStop[language]);
});

test("a text takes the same values in both languages", () => {
	const english: Readonly<Record<string, string>> = en;
	const differing = Object.entries(cs).filter(([key, text]) => {
		const other = english[key];
		return other !== undefined && valuesOf(text).join() !== valuesOf(other).join();
	});
	expect(differing).toEqual([]);
});

/** Fields of what is handed to the audit log: the names in the objects `before` and `after` beside an action. */
function recordedFields(source: string): string[] {
	if (!/action: "|AuditEntry/.test(source)) return [];
	const objects = source.matchAll(
		/\b(?:before|after): (?:[\w.]+ (?:&&|\?) )?\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/g,
	);
	return [...objects].flatMap(([, fields = ""]) =>
		fields
			.replace(/\([^()]*(?:\([^()]*\)[^()]*)*\)|\{[^{}]*\}/g, "")
			.split(",")
			.flatMap((field) => /^\s*(\w+)\s*(?::|$)/.exec(field)?.[1] ?? []),
	);
}

test("every field that the audit log gets has its name", () => {
	const sources = readdirSync(inProject("app/lib"), { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".server.ts"))
		.map((name) => readFileSync(inProject(`app/lib/${name}`), "utf8"));
	const fields = [...new Set(sources.flatMap(recordedFields))];
	expect(fields.length).toBeGreaterThan(40);
	const keys = new Set(Object.keys(cs));
	expect(
		fields.filter((field) => !["audit", "registration"].some((of) => keys.has(`${of}.field.${field}`))),
	).toEqual([]);
});

test("every action of the audit log has its name", () => {
	const prefix = "audit.action.";
	const named = Object.keys(cs).filter((key) => key.startsWith(prefix));
	expect(named.map((key) => key.slice(prefix.length)).sort()).toEqual([...auditActionNames].sort());
});

test("every kind of mail has its name in the outbox", () => {
	const source = readFileSync(inProject("app/lib/db/mail-to.ts"), "utf8");
	const [payloads = ""] = source.slice(source.indexOf("export interface MailPayloads")).split("\n}", 1);
	const kinds = [...payloads.matchAll(/^\treadonly "?([\w-]+)"?:/gm)].map(([, kind = ""]) => kind);
	expect(kinds).toContain("task-published");
	expect(kinds.filter((kind) => !(`adminMail.kind.${kind}` in cs))).toEqual([]);
});

test.each([
	["Czech", cs],
	["English", en],
])("the largest upload is said as 10 MB in %s, and no smaller file is refused", (_language, texts) => {
	expect(largestFile).toBeGreaterThanOrEqual(10_000_000);
	const others = [largestSending / 1_000_000, mostUnpacked / 1024 / 1024, largestLogo / 1_000_000].map(
		(size) => `${size}\u00a0MB`,
	);
	const said = Object.values(texts).filter(
		(text) => /\sMB\b/.test(text) && !others.some((other) => text.includes(other)),
	);
	expect(said).toHaveLength(5);
	expect(said.filter((text) => !text.includes(" 10\u00a0MB"))).toEqual([]);
});

/** Texts that stand together when two have changed the same. */
const conflicts: readonly (readonly string[])[] = [
	["server.stale", "conflict.explanation"],
	["conflict.status", "waiting.yours", "waiting.overwrite"],
	["outlanding.conflict", "waiting.yours", "waiting.overwrite"],
	["conflict.launches", "waiting.yours", "waiting.overwrite"],
	["conflict.launches.none", "waiting.yours", "waiting.overwrite"],
];

test.each(languages)(
	"texts of a conflict that stand together repeat nothing of each other: %s",
	(language) => {
		const texts: Readonly<Record<string, string>> = allTexts[language];
		for (const keys of conflicts) {
			const words = keys.map((key) => (texts[key] ?? "").toLowerCase().match(/[\p{L}']+/gu) ?? []);
			for (const text of words) expect(text.length, keys.join()).toBeGreaterThan(0);
			const pairs = words.map(
				(text) => new Set(text.slice(1).map((word, index) => `${text[index]} ${word}`)),
			);
			const all = pairs.flatMap((ofText) => [...ofText]);
			expect(
				all.filter((pair, index) => all.indexOf(pair) !== index),
				keys.join(),
			).toEqual([]);
		}
	},
);
