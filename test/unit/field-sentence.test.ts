import { expect, test } from "vitest";
import { complaints } from "~/lib/forms/fields";
import { firstSentence } from "~/lib/http/refusal-response.server";

test("the first complaint is said with the name of its field in words", () => {
	const errors = { registrationNumber: complaints.tooLong(32), phone: complaints.required };
	expect(firstSentence(errors)).toBe("The registration number is too long: 32 characters at most");
	expect(firstSentence({ password: complaints.tooShort(8) })).toBe(
		"The password is too short: 8 characters at least",
	);
	expect(firstSentence({ accomodationType: complaints.choice })).toBe(
		"The accommodation is not one of the options",
	);
	expect(firstSentence({ "": complaints.required })).toBe("At least one field is required");
	expect(firstSentence({})).toBeNull();
});

test("every general complaint names its field, and a text that names its matter stays as it is", () => {
	for (const complaint of Object.values(complaints)) {
		const key = typeof complaint === "string" ? complaint : complaint(1, 9);
		expect(firstSentence({ logger: key })).toMatch(/^The logger [^{]+$/);
	}
	expect(firstSentence({ date: "form.field.dayExists" })).toBe(
		"There is a competition day on this date already",
	);
});
