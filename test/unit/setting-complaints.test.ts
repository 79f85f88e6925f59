import { describe, expect, test } from "vitest";
import { complaintOf } from "~/lib/season/setting-parts";
import { newestEdition } from "~editions/index";
import { editionSchema } from "~editions/schema";
import texts from "../../locales/en/server-only.json";

const edition = newestEdition();
const [{ type } = { type: "" }] = edition.classes;
const fees = (ofClass: object, dates: object) => ({
	fees: { byClass: { [type]: { usual: 100, ...ofClass } }, ...dates },
});

/** The complaints about an edition, by the paths of their fields. */
function complaintsAbout(change: object): Record<string, string> {
	const values = { ...edition, ...change };
	const { error } = editionSchema.safeParse(values);
	const valueAt = (path: readonly PropertyKey[]) =>
		path.reduce<unknown>(
			(within, part) => (within as Record<PropertyKey, unknown> | undefined)?.[part],
			values,
		);
	return Object.fromEntries(
		(error?.issues ?? []).map((issue) => [issue.path.join("."), complaintOf(issue, valueAt(issue.path))]),
	);
}

describe("what another setting asks for is named when it is missing", () => {
	test.each([
		["admission.places", { admission: { policy: "by-entry" } }, "Enter the number of places"],
		["fees.earlyUntil", fees({ early: 90 }, {}), "Enter the last day of early entry fees"],
		[
			"fees.lateFrom",
			fees({ late: 120 }, {}),
			"Enter the first day of late entry fees, after the last of early ones",
		],
	])("%s", (path, change, said) => {
		const complaints = complaintsAbout(change);
		expect(complaints).toEqual({ [path]: `settings.complaint.${path}` });
		expect(texts[`settings.complaint.${path}` as keyof typeof texts]).toBe(said);
	});
});

const { payment, contacts } = edition;
const director = (phone: string) => ({
	contacts: { ...contacts, director: { ...contacts.director, phone } },
});

describe("a value of a form of its own is refused with what that form is", () => {
	test.each([
		["payment.currency", { payment: { ...payment, currency: "KČ" } }, "currency"],
		["payment.bic", { payment: { ...payment, bic: "GIBA" } }, "bic"],
		["payment.iban", { payment: { ...payment, iban: "CZ00" } }, "iban"],
		["payment.euro.iban", { payment: { ...payment, euro: { iban: "DE00", amount: 100 } } }, "iban"],
		["contacts.director.phone", director("600 158 002"), "phone"],
		["dailyBriefing", { dailyBriefing: "ráno" }, "clock"],
		["classes.0.type", { classes: [{ ...edition.classes[0], type: "Klub A" }] }, "type"],
		["capacity", { capacity: { total: 40, byClass: { [type]: 20 } } }, "places"],
	])("%s", (path, change, complaint) => {
		const complaints = complaintsAbout(change);
		expect(complaints).toEqual({ [path]: `settings.complaint.${complaint}` });
		expect(texts).toHaveProperty([`settings.complaint.${complaint}`]);
	});
});

test("a value that is missing by itself is asked for", () => {
	expect(complaintsAbout({ payment: { ...edition.payment, iban: "" } })).toEqual({
		"payment.iban": "form.field.required",
	});
});
