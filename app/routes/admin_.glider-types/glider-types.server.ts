import { data } from "@remix-run/cloudflare";
import { sql } from "drizzle-orm";
import type { StaffCtx } from "~/lib/context";
import { decodeText } from "~/lib/csv/csv-reader";
import { allDays } from "~/lib/days/days-queries.server";
import { classTypesOf } from "~/lib/editions/classes";
import { pragueDate } from "~/lib/editions/prague-time";
import { gliderName } from "~/lib/entries/gliders";
import { holdingChoice } from "~/lib/entries/holding-choice.server";
import {
	type ImportPlan,
	importGliderTypes,
	planGliderTypes,
} from "~/lib/entries/import-glider-types.server";
import { holdingDates, usualFrom } from "~/lib/entries/keep-flown.server";
import { complaints } from "~/lib/forms/fields";
import { bodyOf, readUpload } from "~/lib/http/body.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { refusalStatus } from "~/lib/refusals";
import { type MovedPoints, movedByIndices } from "~/lib/scoring/moved-points.server";
import { type MovedWords, movedWords } from "~/lib/scoring/moved-words.server";
import { gliderTypes } from "~db/schema";

/** Size in bytes. It is ample for the 2,000 rows that a list may have. */
const largestList = 512 * 1024;

type Plan = Extract<ImportPlan, { readonly ok: true }>;

/** The answer to a list. */
export interface ListReply {
	/** Key of a complaint about the file. */
	readonly problem: string | null;
	/** The list, for the form that imports it. */
	readonly csv: string;
	readonly plan:
		| (Pick<Plan, "changes" | "unchanged"> & {
				/** Local date from which the indices would hold. */
				readonly from: string;
				/** Texts about known types that are not in the list. */
				readonly missing: readonly string[];
				readonly moved: MovedWords | null;
		  })
		| null;
	readonly errors: readonly string[] | null;
}

/** What the page says without a list. */
export async function readGliderTypes(ctx: StaffCtx<"entries">) {
	return {
		known: await ctx.db.$count(gliderTypes),
		hint: textsOf(ctx.language).t("gliderTypes.list.hint", { types: typesOf(ctx) }),
		holding: await holdingChoice(ctx, sql`TRUE`, "holdsFrom.indices"),
	};
}

/** The keys of the edition's classes: "club or 18_meter". */
function typesOf({ edition, language }: StaffCtx<"entries">): string {
	return new Intl.ListFormat(language, { type: "disjunction" }).format(classTypesOf(edition));
}

const noPlan = { csv: "", plan: null, errors: null };

/** Reads a list and says what it would change; imports it on the second press. */
export async function sendList(ctx: StaffCtx<"entries">, request: Request) {
	const form = bodyOf(await readUpload(request));
	const list = form.get("list");
	const size = list instanceof File ? list.size : (list?.length ?? 0);
	if (list === null || size === 0) return reply({ problem: "form.field.required.file", ...noPlan }, 400);
	if (size > largestList) return reply({ problem: "server.too-large", ...noPlan }, 413);
	const csv = list instanceof File ? decodeText(new Uint8Array(await list.arrayBuffer())) : list;
	const from = await dayOf(ctx, form);
	if (from === null) return reply({ problem: complaints.choice, ...noPlan }, 400);
	const plan = await planGliderTypes(ctx, csv);
	if (!plan.ok) return reply({ problem: null, csv, plan: null, errors: errorTexts(ctx, plan.errors) }, 400);
	const moved = await movedByIndices(ctx, plan.changes, from);
	const isWrite = form.get("intent") === "import";
	const isConfirmed = moved === null || form.get("confirmed") === moved.key;
	if (!isWrite || !isConfirmed)
		return reply(
			{ problem: null, csv, plan: shownPlan(ctx, plan, from, moved), errors: null },
			isWrite ? refusalStatus["points-move"] : 200,
		);
	await importGliderTypes(ctx, csv, from);
	const count = plan.changes.length;
	return redirectWithFlash("/admin/glider-types", { key: "gliderTypes.import.success", count: count });
}

const reply = (answer: ListReply, status: number) => data(answer, status);

/** The local date from which the list holds; null when it is none of those that the page offers. */
async function dayOf(ctx: StaffCtx<"entries">, form: FormData): Promise<string | null> {
	const chosen = String(form.get("from") ?? "");
	if (chosen === "") return usualFrom(ctx, sql`TRUE`);
	return holdingDates(await allDays(ctx.db), pragueDate(ctx.now)).includes(chosen) ? chosen : null;
}

function errorTexts(
	ctx: StaffCtx<"entries">,
	errors: Extract<ImportPlan, { readonly ok: false }>["errors"],
): string[] {
	const { t } = textsOf(ctx.language);
	return errors.map(
		({ line, reason }) =>
			`${t("gliderTypes.import.line", { line })}: ${t(`gliderTypes.import.error.${reason}`, { types: typesOf(ctx) })}`,
	);
}

function shownPlan(
	ctx: StaffCtx<"entries">,
	{ changes, unchanged, missing: { count, ofEntries } }: Plan,
	from: string,
	moved: MovedPoints | null,
) {
	const { t } = textsOf(ctx.language);
	return {
		changes,
		unchanged,
		from,
		missing: [
			...(count > 0 ? [t("gliderTypes.missing", { count })] : []),
			...(ofEntries.length > 0
				? [t("gliderTypes.missing.ofEntries", { names: ofEntries.map(gliderName).join(", ") })]
				: []),
		],
		moved: moved && movedWords(ctx, moved),
	};
}
