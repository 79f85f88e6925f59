import { eq } from "drizzle-orm";
import { classById, gliderTypeById } from "~/lib/classes/classes-queries.server";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { complaints } from "~/lib/forms/fields";
import type { FieldErrors } from "~/lib/result";
import { accommodationTypes, regions } from "~db/schema";
import { type EntryInput, entryComplaints } from "./registration-schema";

/** Queries for the rows that an entry refers to, for one batch and `complaintsAbout`. */
export function referenceQueries(db: Db, input: EntryInput) {
	return [
		db.select({ id: regions.id }).from(regions).where(eq(regions.id, input.region)),
		classById(db, input.competitionClass),
		gliderTypeById(db, input.gliderType),
		db
			.select({ id: accommodationTypes.id })
			.from(accommodationTypes)
			.where(eq(accommodationTypes.id, input.accommodationType)),
	] as const;
}

type References = readonly [
	readonly { readonly id: string }[],
	readonly { readonly type: string }[],
	readonly { readonly competitionClassType: string }[],
	readonly { readonly id: string }[],
];

/** Complaints that a schema cannot make: unknown ids, a glider type of another class, a birth date in the future. */
export function complaintsAbout(
	{ now }: Pick<Ctx, "now">,
	input: EntryInput,
	[[region], [competitionClass], [gliderType], [accommodation]]: References,
): FieldErrors | null {
	const errors: Record<string, string> = {};
	if (input.birthDate && input.birthDate > pragueDate(now)) errors.birthDate = entryComplaints.birthDate;
	if (!region) errors.region = complaints.choice;
	if (!competitionClass) errors.competitionClass = complaints.choice;
	if (!gliderType) errors.gliderType = complaints.choice;
	else if (competitionClass && gliderType.competitionClassType !== competitionClass.type) {
		errors.gliderType = entryComplaints.otherClass;
	}
	if (!accommodation) errors.accommodationType = complaints.choice;
	return Object.keys(errors).length > 0 ? errors : null;
}
