import { z } from "zod";
import { may } from "~/lib/access";
import type { Ctx, UserCtx } from "~/lib/context";
import { isByRanking } from "~/lib/editions/admission";
import { asJson, type Call, forAll, forStaff, forUsers } from "~/lib/http/api-call.server";
import { csvResponse } from "~/lib/http/download.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { done, refuse } from "~/lib/result";
import { enter } from "./enter.server";
import { type Entry, entryById, entryOfUser } from "./entries-queries.server";
import { rankedActionsSchema } from "./entry-schema";
import { readFormLists } from "./form-lists.server";
import { actByClient, updateByClient } from "./places/by-client.server";
import { readPlaces } from "./places/places-queries.server";
import {
	adminEntryBody,
	entryBody,
	groupedAdminEntry,
	groupedEntry,
	inContractSpelling,
} from "./registration-body";
import {
	adminRegistrationJson,
	formListsJson,
	ownRegistrationJson,
	toAdminRegistrationJson,
	toFormListsJson,
	toRegistrationJson,
} from "./registration-json";
import { devicesOfUser } from "./save-devices.server";
import { exportEntries, exportForSeeYou } from "./starting-list/exports.server";
import {
	startingListJson,
	toRankedListJson,
	toStartingListJson,
	toWholeListJson,
	wholeListJson,
} from "./starting-list/starting-list-json";
import { readStartingList, readWholeList } from "./starting-list/starting-list-queries.server";
import { updateOwnEntry } from "./update-entry.server";

const forEntries = forStaff("entries");

/** The competitor's own entry, with its devices. */
async function toOwnJson({ db, actor, edition }: UserCtx, entry: Entry) {
	const [said] = await devicesOfUser(db, actor.id);
	return {
		...toRegistrationJson(edition, entry),
		...(said && said.deviceIds.length > 0 ? { deviceIds: [...said.deviceIds] } : {}),
	};
}

const toAdminJsonIn = (ctx: Ctx) => (entry: Entry) => toAdminRegistrationJson(ctx.edition, entry);

const registrationCalls: readonly Call[] = [
	forAll("GET /api/registration/form", {
		summary: "What the entry form offers",
		cached: true,
		response: formListsJson,
		run: async ({ ctx }) => done(toFormListsJson(await readFormLists(ctx))),
	}),
	forUsers("GET /api/registration", {
		summary: "Own entry",
		response: ownRegistrationJson,
		refusals: ["registration-missing"],
		run: async ({ ctx }) => {
			const [entry] = await entryOfUser(ctx.db, ctx.actor.id);
			return entry ? done(await toOwnJson(ctx, entry)) : refuse("registration-missing");
		},
	}),
	forUsers("POST /api/registration", {
		summary: "Enter the competition",
		status: 201,
		body: entryBody,
		documentedBody: groupedEntry,
		response: ownRegistrationJson,
		refusals: ["registration-exists", "invalid-fields", "entries-closed"],
		run: async ({ ctx, body }) => {
			const entered = inContractSpelling(await enter(ctx, body));
			return entered.ok ? done(await toOwnJson(ctx, entered.value)) : entered;
		},
	}),
	forUsers("PUT /api/registration", {
		summary: "Change own entry; class, number and glider of an accepted one wait for an organiser's consent",
		body: entryBody,
		documentedBody: groupedEntry,
		/** `msg` says that a change waits. The fields then have the values from before it. */
		response: ownRegistrationJson.extend({ msg: z.string().optional() }),
		refusals: ["registration-missing", "invalid-fields", "entries-closed", "stale"],
		run: async ({ ctx, body }) => {
			const updated = inContractSpelling(await updateOwnEntry(ctx, body));
			if (!updated.ok) return updated;
			return done({
				...(await toOwnJson(ctx, updated.value)),
				...(updated.value.requestedChange ? { msg: textsOf("en").t("registration.update.waits") } : {}),
			});
		},
	}),
	forEntries("GET /api/registration/{registrationId}", {
		summary: "An entry",
		response: adminRegistrationJson,
		refusals: ["not-found"],
		run: async ({ ctx, params }) => {
			const [entry] = await entryById(ctx.db, params.registrationId);
			return entry ? done(toAdminRegistrationJson(ctx.edition, entry)) : refuse("not-found");
		},
	}),
	forEntries("PUT /api/registration/{registrationId}", {
		summary: "Change an entry",
		body: adminEntryBody,
		documentedBody: groupedAdminEntry,
		response: adminRegistrationJson,
		refusals: ["not-found", "invalid-fields", "stale"],
		run: ({ ctx, params, body: { isWildcard, rankingPosition, ...entry } }) => {
			const ranked = { isWildcard, rankingPosition };
			const updated = updateByClient(ctx, params.registrationId, entry, ranked);
			return asJson(updated.then(inContractSpelling), toAdminJsonIn(ctx));
		},
	}),
	forEntries("PUT /api/registration/{registrationId}/quick-actions", {
		summary: "Accept an entry, mark it paid or a reserve: exactly the flags that are sent change",
		body: z.looseObject({}),
		documentedBody: rankedActionsSchema,
		response: adminRegistrationJson,
		refusals: ["not-found", "invalid-fields", "stale"],
		run: ({ ctx, params, body }) => asJson(actByClient(ctx, params.registrationId, body), toAdminJsonIn(ctx)),
	}),
];

const startingListCalls: readonly Call[] = [
	forAll("GET /api/starting-list", {
		summary: "Accepted entries by class: those who start by start number, then the reserves by time of entry",
		cached: true,
		response: startingListJson,
		// Clients ask for a list as it is, or will be, final.
		parameters: [{ name: "isFinal", values: ["true", "false"] }],
		run: async ({ ctx, url }) => {
			const { edition } = ctx;
			if (!isByRanking(edition)) return done(toStartingListJson(edition, await readStartingList(ctx)));
			// Any other value is none, as for the cache.
			const asked = ["false", "true"].indexOf(url.searchParams.get("isFinal") ?? "");
			const places = await readPlaces(ctx, asked === -1 ? undefined : asked === 1);
			return done(toRankedListJson(edition, places, may(ctx, "entries")));
		},
	}),
	forEntries("GET /api/starting-list/all", {
		summary: "Every entry by class",
		response: wholeListJson,
		run: async ({ ctx }) => done(toWholeListJson(ctx.edition, await readWholeList(ctx))),
	}),
	forEntries("GET /api/starting-list/export", {
		summary: "Every entry as CSV",
		response: "text/csv",
		run: async ({ ctx, isHead }) => {
			const file = await exportEntries(ctx, "contract", isHead);
			return file.ok ? csvResponse(file.value) : file;
		},
	}),
	forEntries("GET /api/starting-list/export/seeyou/{classId}", {
		summary: "Contestants of a class as CSV for SeeYou Competition",
		response: "text/csv",
		refusals: ["not-found"],
		run: async ({ ctx, params, isHead }) => {
			const file = await exportForSeeYou(ctx, params.classId, isHead);
			return file.ok ? csvResponse(file.value) : file;
		},
	}),
];

/** Calls about entries and the starting list. */
export const entryCalls: readonly Call[] = [...registrationCalls, ...startingListCalls];
