import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { registrations } from "~db/schema";
import { createApp, json } from "~test/support/app";
import { entryBody } from "~test/support/entries";
import { createUser, databaseOf } from "~test/support/factories";
import { ids, test } from "~test/support/world";

const app = createApp({ clock: "2025-04-02T10:00:00Z" });
const db = databaseOf();

describe("bad input", () => {
	const grouped: Record<string, "glider" | "accomodation"> = {
		gliderType: "glider",
		registrationNumber: "glider",
		startNumber: "glider",
		hasEngine: "glider",
		accomodationType: "accomodation",
		quantity: "accomodation",
	};

	function bodyWith(field: string, value: unknown) {
		const body = entryBody(ids);
		const group = grouped[field];
		return group ? { ...body, [group]: { ...body[group], [field]: value } } : { ...body, [field]: value };
	}

	const required = "form.field.required";
	const choice = "form.field.choice";
	const tooLong = "form.field.tooLong";
	/** What `msg` says of a complaint. */
	const sentences: Readonly<Record<string, RegExp>> = {
		[required]: /^The [a-z ]+ is required$/,
		[choice]: /^The [a-z ]+ is not one of the options$/,
		[tooLong]: /^The [a-z ]+ is too long: \d+ characters at most$/,
		"form.field.characters": /^The [a-z ]+ contains characters that are not allowed$/,
		"form.field.date": /^The birth date must be a date, like 2025-07-12$/,
		"form.field.number": /^The [a-z]+ must be a number$/,
		"form.field.range": /^The [a-z]+ must be a whole number from 0 to 99$/,
		"form.field.text": /^The [a-z]+ must be a text$/,
		"form.registration.birthDate.error": /^Enter a date of birth from 1 January 1900 to today$/,
		"form.registration.gliderType.otherClass": /^This glider does not belong to the chosen class/,
		"form.registration.phone.error": /^The phone must be a phone number$/,
	};
	const cases: [field: string, what: string, value: unknown, key: string][] = [
		...[
			"phone",
			"aeroclub",
			"region",
			"gliderType",
			"registrationNumber",
			"startNumber",
			"competitionClass",
			"logger",
			"accomodationType",
			"quantity",
			"meals",
		].flatMap((field): [string, string, unknown, string][] => [
			[field, "missing", undefined, required],
			[field, "null", null, required],
			[field, "blank", "  ", required],
		]),
		["phone", "letters", "601 abc 567", "form.registration.phone.error"],
		["phone", "8 digits", "12 345 678", "form.registration.phone.error"],
		["phone", "16 digits", "1234567890123456", "form.registration.phone.error"],
		["phone", "plus inside", "420+601234567", "form.registration.phone.error"],
		["phone", "an object", {}, "form.field.text"],
		["aeroclub", "101 characters", "a".repeat(101), tooLong],
		["aeroclub", "a control character", "Aero\u0000klub", "form.field.characters"],
		["aeroclub", "a line break", "Aero\nklub", "form.field.characters"],
		["aeroclub", "a line separator", "Aero\u2028klub", "form.field.characters"],
		["aeroclub", "a character that shows nothing", "Aero\u200Bklub", "form.field.characters"],
		["aeroclub", "nothing to be seen", "\u200D\u200F", "form.field.required"],
		["aeroclub", "an array", ["x"], "form.field.text"],
		["region", "unknown", "nowhere", choice],
		["region", "an object", { _id: "x" }, choice],
		["gliderType", "unknown", "nothing", choice],
		["gliderType", "of another class", ids.kombiGlider, "form.registration.gliderType.otherClass"],
		["competitionClass", "unknown", "nothing", choice],
		["accomodationType", "unknown", "nothing", choice],
		["registrationNumber", "33 characters", "O".repeat(33), tooLong],
		["startNumber", "9 characters", "ABCDEFGHI", tooLong],
		["logger", "201 characters", "l".repeat(201), tooLong],
		["note", "2,001 characters", "n".repeat(2_001), tooLong],
		["note", "a lone surrogate", "\ud800", "form.field.characters"],
		["note", "a boolean", true, "form.field.text"],
		["hasEngine", "a word", "maybe", choice],
		["quantity", "a word", "two", "form.field.number"],
		["quantity", "a fraction", 1.5, "form.field.number"],
		["quantity", "negative", -1, "form.field.range"],
		["quantity", "100", 100, "form.field.range"],
		["quantity", "a boolean", true, "form.field.number"],
		["meals", "a word", "two", "form.field.number"],
		["meals", "100", "100", "form.field.range"],
		["birthDate", "no date", "1980-02-30", "form.field.date"],
		["birthDate", "a word", "yesterday", "form.field.date"],
		["birthDate", "tomorrow", "2025-04-03", "form.registration.birthDate.error"],
		["birthDate", "two centuries ago", "1825-04-03", "form.registration.birthDate.error"],
		["version", "a word", "first", "form.field.number"],
	];

	test.each(cases)("%s: %s", async (field, _what, value, key) => {
		const user = await createUser();
		const response = await app.api("POST", "/api/registration", bodyWith(field, value), { as: user });
		expect(response.status).toBe(400);
		const { errors, msg } = await json(response);
		expect(errors).toEqual({ [field]: key });
		expect(msg).toMatch(sentences[key] ?? /^$/);
		expect(await db.$count(registrations, eq(registrations.userId, user.id))).toBe(0);
	});

	test("several unknown ids are told at once, in the contract's spelling", async ({ user }) => {
		const body = { ...bodyWith("accomodationType", "x"), region: "y" };
		const response = await app.api("POST", "/api/registration", body, { as: user });
		expect((await json(response)).errors).toEqual({ region: choice, accomodationType: choice });
	});

	test.each([["[]"], ["null"], ["1"], ['"x"'], ["{"]])("a body that is no object: %s", async (body) => {
		const user = await createUser();
		const headers = { "Content-Type": "application/json", Authorization: `Bearer ${await app.token(user)}` };
		const request = new Request(app.url("/api/registration"), { method: "POST", headers, body });
		expect((await app.fetch(request)).status).toBe(400);
	});

	test("groups that are no objects count as absent", async ({ user }) => {
		const body = { ...entryBody(ids), glider: "LS 4", accomodation: null };
		const response = await app.api("POST", "/api/registration", body, { as: user });
		expect(response.status).toBe(400);
		expect(Object.keys((await json(response)).errors).sort()).toEqual([
			"accomodationType",
			"gliderType",
			"quantity",
			"registrationNumber",
			"startNumber",
		]);
	});
});
