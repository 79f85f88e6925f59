import { z } from "zod";
import { versionField } from "~/lib/forms/fields";
import type { Result } from "~/lib/result";
import { entryFields, organisersFields } from "./registration-schema";

/*
 * Entries as clients of the API send them: grouped (`glider`, `accomodation`) or flat, in the contract's spelling.
 */

type Body = Readonly<Record<string, unknown>>;

function groupOf(body: Body, name: string): Body {
	const group = body[name];
	return typeof group === "object" && group !== null ? (group as Body) : {};
}

/** Brings the fields of both groups to the top; what a group says goes before what stands beside it. */
function flattened(value: unknown): unknown {
	if (typeof value !== "object" || value === null) return value;
	const body = value as Body;
	const { gliderType, registrationNumber, startNumber, hasEngine } = {
		...body,
		...groupOf(body, "glider"),
	} as Body;
	const { accomodationType, quantity } = { ...body, ...groupOf(body, "accomodation") } as Body;
	return {
		...body,
		gliderType,
		registrationNumber,
		startNumber,
		hasEngine,
		accomodationType,
		quantity,
	};
}

const { accommodationType, ...sameFields } = entryFields;
const fields = z.object({ ...sameFields, accomodationType: accommodationType, version: versionField });

const { gliderType, registrationNumber, startNumber, hasEngine, quantity, ...ungrouped } = sameFields;

/** A competitor's body in groups, as clients are told to send it. */
export const groupedEntry = z.object({
	...ungrouped,
	glider: z.object({ gliderType, registrationNumber, startNumber, hasEngine }),
	accomodation: z.object({ accomodationType: accommodationType, quantity }),
	version: versionField,
});

/** The same of an organiser's body. */
export const groupedAdminEntry = groupedEntry.extend({
	registrationCompleted: organisersFields.registrationCompleted.optional(),
	igcId: organisersFields.igcId.optional(),
});

/** Body of a competitor's call. */
export const entryBody = z
	.preprocess(flattened, fields)
	.transform(({ accomodationType, ...entry }) => ({ ...entry, accommodationType: accomodationType }));

/** Body of an organiser's call; `registrationCompleted` and `igcId` stay as they are where they are absent. */
export const adminEntryBody = z
	.preprocess(
		flattened,
		fields.extend({
			registrationCompleted: organisersFields.registrationCompleted.optional(),
			igcId: organisersFields.igcId.optional(),
		}),
	)
	.transform(({ accomodationType, ...entry }) => ({ ...entry, accommodationType: accomodationType }));

/** A use case's result with the names of its fields in the contract's spelling. */
export function inContractSpelling<T>(result: Result<T>): Result<T> {
	if (result.ok || !result.errors?.accommodationType) return result;
	const { accommodationType: accomodationType, ...errors } = result.errors;
	return { ...result, errors: { ...errors, accomodationType } };
}
