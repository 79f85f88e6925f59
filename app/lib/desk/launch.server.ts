import { and, eq, isNull, lte, or } from "drizzle-orm";
import type { z } from "zod";
import { worksOn } from "~/lib/access";
import type { DeskCtx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { chunkRows, commit, exactlyOne } from "~/lib/db/commit.server";
import { consumeFormKey, madeByForm, spendFormKey, wasSentBefore } from "~/lib/db/form-key.server";
import { startOfDay } from "~/lib/editions/prague-time";
import { done, type Result, refuse } from "~/lib/result";
import type { CompetitorState } from "~db/enums";
import { competitorStatuses, gridPilots } from "~db/schema";
import { pilotOnGrid } from "./change-grid.server";
import { type GridPilot, pilotsOnGrid } from "./grid-queries.server";
import type { launchTapSchema, rowLaunchSchema } from "./grid-schema";
import { statusWrite } from "./status-write.server";

/** The time of a tap that has waited in a browser: it lies on the day, and not in the future. */
function tappedAt({ now }: Pick<DeskCtx, "now">, date: string, waited: number | null | undefined): Date {
	return new Date(Math.max(now.getTime() - (waited ?? 0), startOfDay(date).getTime()));
}

/**
 * Notes a launch or a relight of one pilot, or takes the last one back. A launch changes the status "on the ground" to "flying",
 * and leaves any other status.
 * @param formKey random key of a tap: sent again, it changes nothing
 */
export async function setLaunches(
	ctx: DeskCtx,
	{ day, pilot, launches, seen, waited }: z.output<typeof launchTapSchema>,
	formKey: string | null = null,
): Promise<Result<null, "not-found" | "stale">> {
	const { db, now, actor } = ctx;
	const found = await pilotOnGrid(ctx, { day, pilot });
	if (!found || !worksOn(ctx, found.dayId)) return refuse("not-found");
	if (formKey && (await madeByForm(ctx, formKey))) return done(null);
	const before = found.launches ?? [];
	if (before.length === launches) {
		await spendFormKey(ctx, formKey, found.id);
		return done(null);
	}
	const isNext = Math.abs(launches - before.length) === 1;
	if (!isNext || (seen !== undefined && seen !== before.length)) return refuse("stale");
	const isLaunch = launches > before.length;
	const at = tappedAt(ctx, found.date, waited);
	const after = isLaunch
		? [...before, at.getTime()].toSorted((one, other) => one - other)
		: before.slice(0, -1);
	const status = statusAfter(found, after, isLaunch ? at : null);
	const change = status === null ? null : statusWrite(ctx, found, status);
	const set = { launches: after, updatedAt: now, updatedBy: actor.id, ...(isLaunch && standsOnGrid) };
	const row = { id: crypto.randomUUID(), dayId: found.dayId, registrationId: found.id, ...set };
	const committed = await commit(ctx, {
		statements: [
			// First: the same tap that arrives twice at once is no conflict.
			...consumeFormKey(ctx, formKey, found.id),
			exactlyOne(
				db
					.insert(gridPilots)
					.values(row)
					.onConflictDoUpdate({
						target: [gridPilots.dayId, gridPilots.registrationId],
						set,
						setWhere: eq(gridPilots.launches, before),
					}),
			),
			...(change?.statements ?? []),
		],
		audit: [
			{
				action: "grid.launch",
				subjectId: found.id,
				before: { dayId: found.dayId, launches: before.map(toTime) },
				after: { launches: after.map(toTime) },
			},
			...(change?.audit ?? []),
		],
		effects: change?.effects ?? [],
		visible: true,
	});
	return committed.ok || wasSentBefore(committed) ? done(null) : refuse("stale");
}

const standsOnGrid = { isScratched: false, scratchReason: null };
const toTime = (at: number) => new Date(at).toISOString();

/** Returns the new status; null leaves the status. @param at time of a launch; null when one is taken back */
function statusAfter(
	{ status, statusAt, changedAt }: GridPilot,
	launches: readonly number[],
	at: Date | null,
): CompetitorState | null {
	// Home, too: before a relight somebody has landed.
	const isOnGround = status !== "FLYING" && status !== "OUTLANDING";
	if (at !== null) return isOnGround && (!statusAt || statusAt <= at) ? "FLYING" : null;
	// It takes back only a status that the launch itself has set: somebody else may have seen the glider in the air.
	const byLaunch = status === "FLYING" && statusAt?.getTime() === changedAt?.getTime();
	return launches.length === 0 && byLaunch ? "DNF" : null;
}

/** Notes a launch of every pilot of a row who has none yet. The same tap again changes nothing. */
export async function launchTogether(
	ctx: DeskCtx,
	{ day: dayId, class: classType, pilots: ids, waited }: z.output<typeof rowLaunchSchema>,
	formKey: string | null = null,
): Promise<Result<null, "not-found">> {
	const { db } = ctx;
	const [day] = await dayById(db, dayId);
	if (!day || !worksOn(ctx, dayId)) return refuse("not-found");
	const pilots = (await pilotsOnGrid(db, day.date)).filter(
		(pilot) =>
			ids.includes(pilot.id) &&
			pilot.classType === classType &&
			!pilot.isScratched &&
			(pilot.launches ?? []).length === 0,
	);
	if (formKey && (await madeByForm(ctx, formKey))) return done(null);
	const classId = pilots[0]?.classId;
	if (!classId) {
		await spendFormKey(ctx, formKey, dayId);
		return done(null);
	}
	const at = tappedAt(ctx, day.date, waited);
	await commit(ctx, {
		statements: [...launchStatements(ctx, pilots, at), ...consumeFormKey(ctx, formKey, dayId)],
		audit: {
			action: "grid.launch-row",
			subjectId: dayId,
			after: { class: classType, at, numbers: pilots.map(({ startNumber }) => startNumber).join(" ") },
		},
		effects: [{ kind: "scores-due", dayId, classId }],
		visible: true,
	});
	return done(null);
}

/** Bound values for each row of the grid and of the statuses, with a share of the values that a statement binds once. */
const gridColumns = 10;
const statusColumns = 7;

function launchStatements({ db, now, actor }: DeskCtx, pilots: readonly GridPilot[], at: Date) {
	const by = { updatedAt: now, updatedBy: actor.id };
	const launched = { launches: [at.getTime()], ...by };
	const onGround = pilots.filter(({ status }) => status === null || status === "DNF");
	return [
		...chunkRows(pilots, gridColumns).map((some) =>
			db
				.insert(gridPilots)
				.values(
					some.map(({ id: registrationId, dayId }) => ({
						id: crypto.randomUUID(),
						dayId,
						registrationId,
						...launched,
					})),
				)
				.onConflictDoUpdate({
					target: [gridPilots.dayId, gridPilots.registrationId],
					set: launched,
					setWhere: and(eq(gridPilots.launches, []), eq(gridPilots.isScratched, false)),
				}),
		),
		...chunkRows(onGround, statusColumns).map((some) =>
			db
				.insert(competitorStatuses)
				.values(
					some.map(({ id: registrationId, dayId }) => ({
						id: crypto.randomUUID(),
						dayId,
						registrationId,
						status: "FLYING" as const,
						...by,
					})),
				)
				.onConflictDoUpdate({
					target: [competitorStatuses.dayId, competitorStatuses.registrationId],
					set: { status: "FLYING", ...by },
					setWhere: and(
						or(isNull(competitorStatuses.status), eq(competitorStatuses.status, "DNF")),
						lte(competitorStatuses.updatedAt, at),
					),
				}),
		),
	];
}
