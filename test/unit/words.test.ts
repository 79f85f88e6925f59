import { expect, test } from "vitest";
import { texts } from "~/lib/i18n/i18n.server";

const { cs, en } = texts;

/** Texts that name the field of a file or of the API. */
const columnsOfFiles = [
	"gliderTypes.column.after",
	"gliderTypes.column.before",
	"gliderTypes.import.error.index",
	"gliderTypes.import.error.missingColumn",
	"gliderTypes.list.hint",
	"task.file.several",
];

/** The index of the glider whose handicap is 1. */
const ofClasses = ["settings.consequence.index", "settings.hint.classes", "settings.part.referenceIndex"];

/** Only a glider type has an index: the handicap is the factor that is made of it. */
const ofGliderTypes = [...columnsOfFiles, "admin.link.gliderTypes.hint"];

const formsOf = (key: string, ...numbers: readonly string[]) => numbers.map((number) => `${key}_${number}`);

/** A thing has one word: the words that would be a second one, and the keys whose text the specification words itself. */
const otherWords = [
	["účet", cs, /registrac|registrov|zaregistr/i, []],
	["přijetí", cs, /schv[aá]l/i, []],
	["soutěžící", cs, /závodní[kc]/i, []],
	["pořadatel", cs, /organizátor/i, []],
	["odlet", cs, /^start$/i, []],
	["sledování", cs, /track/i, ["mail.task.qr", "task.download.xctsk"]],
	["aktualita", cs, /novink/i, []],
	[
		"handicap",
		cs,
		/\bindex/i,
		[...ofGliderTypes, ...ofClasses, ...formsOf("gliderTypes.missing", "one", "few", "many", "other")],
	],
	["handicap", cs, /koeficient/i, []],
	["rameno", cs, /\búsek/i, []],
	["partner", cs, /sponzor/i, []],
	["soutěžní areál", cs, /prostor soutěže/i, []],
	["práce serveru", cs, /serverov[éá] prác/i, []],
	["imatrikulace", cs, /registrační značk|poznávací značk/i, []],
	["accepted", en, /approv/i, []],
	["entry", en, /\bapplications?\b/i, ["footer.testing", "offline.toast", "startingList.empty"]],
	["entry fee", en, /(?<!entry )\bfee\b/i, []],
	[
		"handicap",
		en,
		/\bind(ex|ices)\b/i,
		[...ofGliderTypes, ...ofClasses, ...formsOf("gliderTypes.missing", "one", "other")],
	],
	["organiser", en, /organizer/i, []],
	["log in", en, /\bsign(ed|s)? in\b|\bsign-in\b/i, []],
	["email", en, /\be-mail|\bmails?\b/i, []],
	["event marker", en, /event button/i, []],
	["aeroclub", en, /\bclub\b(?! class)/i, ["results.import.file.hint", "settings.choice.club"]],
	["waypoint", en, /\bturning points?\b|\bturnpoints?\b/i, []],
	["registration number", en, /registration mark/i, []],
	["starting list", en, /\bstart list\b|\bstarters? list\b/i, []],
] as const;

test.each(otherWords)("nothing else is said for “%s”", (_word, texts, others, exceptions) => {
	const excepted: readonly string[] = exceptions;
	const found = Object.entries(texts).filter(([key, text]) => others.test(text) && !excepted.includes(key));
	expect(found).toEqual([]);
	expect(
		excepted.filter((key) => !others.test((texts as Readonly<Record<string, string>>)[key] ?? "")),
	).toEqual([]);
});
