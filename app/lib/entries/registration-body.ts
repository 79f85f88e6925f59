import { z } from "zod";
import { versionField } from "~/lib/forms/fields";
import type { Result } from "~/lib/result";
import { deviceIdsOfBody } from "./entry-devices";
import { addedFields, entryFields, holdsFrom, organisersFields, rankedFields } from "./entry-schema";

/* The API takes entries in groups (`glider`, `accomodation`) or flat. It spells "accomodation" with one m. */

type Body = Readonly<Record<string, unknown>>;

function groupOf(body: Body, name: string): Body {
	const group = body[name];
	return typeof group === "object" && group !== null ? (group as Body) : {};
}

/** Moves the fields of both groups to the top; they win over fields of the same name there. */
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

const { accommodationType, ...formFields } = entryFields;
const sameFields = { ...formFields, ...addedFields };
const organisersOptional = {
	registrationCompleted: organisersFields.registrationCompleted.optional(),
	igcId: organisersFields.igcId.optional(),
	isGuest: organisersFields.isGuest.optional(),
	from: holdsFrom.optional(),
} satisfies Record<keyof typeof organisersFields | "from", z.ZodOptional>;
const fields = z.object({ ...sameFields, accomodationType: accommodationType, version: versionField });
const ownFields = fields.extend(deviceIdsOfBody);

const { gliderType, registrationNumber, startNumber, hasEngine, quantity, ...ungrouped } = sameFields;

/** The body in the API's description, which shows the groups. */
const grouped = z.object({
	...ungrouped,
	glider: z.object({ gliderType, registrationNumber, startNumber, hasEngine }),
	accomodation: z.object({ accomodationType: accommodationType, quantity }),
	version: versionField,
});

export const groupedEntry = grouped.extend(deviceIdsOfBody);

export const groupedAdminEntry = grouped.extend({ ...organisersOptional, ...rankedFields });

export const entryBody = z
	.preprocess(flattened, ownFields)
	.transform(({ accomodationType, ...entry }) => ({ ...entry, accommodationType: accomodationType }));

/** What editions with a ranking list read, and others ignore. */
const ranked = { isWildcard: z.unknown().optional(), rankingPosition: z.unknown().optional() };

/** The entry keeps what only organisers set when the body has none of it. */
export const adminEntryBody = z
	.preprocess(flattened, fields.extend({ ...organisersOptional, ...ranked }))
	.transform(({ accomodationType, ...entry }) => ({ ...entry, accommodationType: accomodationType }));

/** Renames the complaint about `accommodationType` to the API's spelling. */
export function inContractSpelling<T>(result: Result<T>): Result<T> {
	if (result.ok || !result.errors?.accommodationType) return result;
	const { accommodationType: accomodationType, ...errors } = result.errors;
	return { ...result, errors: { ...errors, accomodationType } };
}
