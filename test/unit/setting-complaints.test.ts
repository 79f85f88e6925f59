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

test("a value that is missing by itself is asked for", () => {
	expect(complaintsAbout({ payment: { ...edition.payment, iban: "" } })).toEqual({
		"payment.iban": "form.field.required",
	});
});
