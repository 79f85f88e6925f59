import { asDesk, causeOf, isAtDeskOf } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { isSaidAfter, tappedAt } from "~/lib/days/statuses/tap-time.server";
import { commit } from "~/lib/db/commit.server";
import { consumeFormKey, madeByForm, wasSentBefore } from "~/lib/db/form-key.server";
import { read } from "~/lib/db/read.server";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import { countByAddress } from "~/lib/http/throttle.server";
import { outlandingReportsByOthers } from "~/lib/http/write-limits";
import { done, type FieldErrors, type Result, refuse, refuseForNow } from "~/lib/result";
import { contentOf, waypointsInForce } from "~/lib/tasks/charts/charts-queries.server";
import type { OutlandingSender, OutlandingState } from "~db/enums";
import { outlandings } from "~db/schema";
import { countsAmong } from "./confirmed-reports";
import { placeOfReport } from "./outlanding-place";
import type { OutlandingInput } from "./outlanding-schema";
import { outlandingsOfDate, pilotsOfDay } from "./outlandings-queries.server";
import { statusWrite } from "./status-write.server";

interface Reported {
	/** Whether the report counts at once. A report by somebody else waits for an organiser. */
	readonly confirmed: boolean;
	/** Whether what is said of a point gives no position, so that the place stands in words. */
	readonly inWords: boolean;
}

type Reporting = Promise<Result<Reported, "invalid-fields" | "stale" | "too-many-requests">>;

/** Attempts of a report, while others change the status of the same pilot. */
const mostAttempts = 5;

/**
 * Takes a report of an outlanding, of today or of a night that is not over. A report by the desk counts, and one by the pilot who is
 * not home. It waits until the desk has confirmed it when anybody else sends it, or when it has waited in a browser while somebody
 * has said that the pilot is elsewhere.
 * @param formKey random key of the form: sent again, it makes no second report
 */
export async function reportOutlanding(ctx: Ctx, input: OutlandingInput, formKey: string | null): Reporting {
	for (let attempt = 1; ; attempt++) {
		const reported = await tryReport(ctx, input, formKey);
		const isOvertaken = !reported.ok && reported.reason === "stale";
		if (!isOvertaken || attempt === mostAttempts) return reported;
	}
}

async function tryReport(ctx: Ctx, input: OutlandingInput, formKey: string | null): Reporting {
	const found = await readReport(ctx, input);
	if (!found.ok) return refuse("invalid-fields", found.errors);
	const { pilot, near, unknown = "" } = found;
	const at = tappedAt(ctx, input.waited);
	const sender = senderOf(ctx, pilot.userId, input.day);
	const writer = sender === "organiser" ? asDesk(ctx) : ctx;
	const isElsewhere = pilot.status !== "OUTLANDING" && isSaidAfter(pilot, at);
	const confirmed = sender !== "other" && !isElsewhere && (sender === "organiser" || pilot.status !== "HOME");
	const reported = { confirmed, inWords: unknown !== "" };
	if (formKey && (await madeByForm(ctx, formKey))) return done(reported);
	if (sender === "other") {
		const wait = await countByAddress(ctx, outlandingReportsByOthers);
		if (wait !== null) return refuseForNow(wait);
	}
	const row = toRow(writer, input, found, { sender, confirmed });
	// An organiser who flies reports the own landing as a competitor.
	const cause = sender === "organiser" ? causeOf(writer) : "other";
	const status = confirmed
		? statusWrite(writer, { ...pilot, dayId: input.day }, "OUTLANDING", { at, cause })
		: null;
	const committed = await commit(writer, {
		statements: [
			ctx.db.insert(outlandings).values(row),
			...consumeFormKey(ctx, formKey, row.id),
			...(status?.statements ?? []),
		],
		audit: [
			{
				action: "outlanding.report",
				subjectId: pilot.id,
				after: { dayId: input.day, sender, standing: row.standing, near, isHurt: row.isHurt },
			},
			...(status?.audit ?? []),
		],
		effects: status?.effects ?? [],
		visible: confirmed,
	});
	if (committed.ok || wasSentBefore(committed)) return done(reported);
	return refuse("stale");
}

function toRow(
	{ actor, now }: Ctx,
	input: OutlandingInput,
	{ pilot, position, near, current, unknown = "" }: Found,
	{ sender, confirmed }: { readonly sender: OutlandingSender; readonly confirmed: boolean },
) {
	const by = actor?.id ?? null;
	return {
		id: crypto.randomUUID(),
		dayId: input.day,
		registrationId: pilot.id,
		sender,
		standing: confirmed ? ("confirmed" as const) : ("proposed" as const),
		// A second report undoes nothing that the desk has done since the first; after a retrieve it is of another field.
		state: stateOf(input, current?.state ?? "reported"),
		latitude: position?.latitude ?? null,
		longitude: position?.longitude ?? null,
		place: [unknown, input.place].filter(Boolean).join(", ") || null,
		near,
		isHurt: input.condition === "hurt",
		phone: input.phone,
		crewOnWay: input.crewOnWay,
		note: input.note,
		dutyLinkId: actor?.duty?.id ?? null,
		createdAt: now,
		createdBy: by,
		updatedAt: now,
		updatedBy: by,
	};
}

function stateOf({ crewOnWay }: OutlandingInput, before: OutlandingState): OutlandingState {
	if (before === "crew-left" || before === "found") return before;
	return crewOnWay ? "crew-left" : "reported";
}

function senderOf(ctx: Ctx, userId: string, dayId: string): OutlandingSender {
	if (ctx.actor?.id === userId) return "pilot";
	return isAtDeskOf(ctx, dayId) ? "organiser" : "other";
}

const wrong = (errors: FieldErrors) => ({ ok: false as const, errors });

type Found = Extract<Awaited<ReturnType<typeof readReport>>, { readonly ok: true }>;

/** Reads who is reported, and where. */
async function readReport({ db, now, edition }: Ctx, input: OutlandingInput) {
	const [day] = await dayById(db, input.day);
	const today = pragueDate(now);
	if (!day || day.date > today || day.date < addDays(today, -1)) return wrong({ day: "form.field.choice" });
	const { pilots, reports, parts } = await read(db, {
		pilots: pilotsOfDay(db, day.id),
		reports: outlandingsOfDate(db, day.date),
		parts: waypointsInForce(db),
	});
	const pilot = pilots.find(({ id }) => id === input.pilot);
	if (!pilot) return wrong({ pilot: "form.field.choice" });
	const counting = countsAmong(reports);
	const found = placeOfReport(input, {
		waypoints: contentOf(parts),
		airfield: edition.airfield,
		sameAs: counting.find(({ id }) => id === input.sameAs),
	});
	const current = counting.find(({ registrationId }) => registrationId === pilot.id);
	return found.ok ? { ...found, pilot, current } : found;
}
