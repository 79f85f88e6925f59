import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Actor, Ctx, Duty, StaffCtx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import type { Db } from "~/lib/db/client.server";
import { commit, exactlyOne, recordAct } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { read } from "~/lib/db/read.server";
import { linkToken, sha256Hex } from "~/lib/digest";
import { addDays, instantOf, pragueDate } from "~/lib/editions/prague-time";
import { pick } from "~/lib/pick";
import { done, type Result, refuse } from "~/lib/result";
import { competitionDays, dutyLinks, users } from "~db/schema";
import type { Edition } from "~editions/schema";
import type { dutyLinkSchema } from "./duty-schema";
import { missingQueries, toMissing } from "./missing-pilots.server";

/** Seconds after the midnight that ends the day. */
const endOfDuty = 6 * 3600;

/** The end of a day's desk: nobody works at it any more, unless somebody is missing. @param date local date of the day */
export const endOfDesk = (date: string) => instantOf(addDays(date, 1), endOfDuty);

/**
 * Condition: the sessions in which the maker of a link made it have not been ended, and the maker is an organiser. A new password, the end
 * of all sessions, the loss of the right, another second factor and an erasure raise the token version, so that each ends the links too.
 */
const hasMaker = and(
	eq(users.tokenVersion, dutyLinks.makerVersion),
	eq(users.role, "organiser"),
	isNull(users.erasedAt),
);

interface Opened {
	readonly db: Db;
	readonly edition: Edition;
	readonly now: Date;
	readonly language: Ctx["language"];
}

/**
 * Finds who works by a link. The organiser who made the link answers for what is done with it.
 * @returns null when the link is unknown, withdrawn or over, or has ended with its maker's sessions
 */
export async function onDutyBy(
	{ db, edition, now, language }: Opened,
	token: string,
): Promise<(Actor & { readonly duty: Duty }) | null> {
	const [link] = await db
		.select({
			...pick(dutyLinks, "id", "dayId"),
			date: competitionDays.date,
			name: dutyLinks.name,
			makerId: users.id,
		})
		.from(dutyLinks)
		.innerJoin(competitionDays, eq(competitionDays.id, dutyLinks.dayId))
		.innerJoin(users, eq(users.id, dutyLinks.createdBy))
		.where(and(eq(dutyLinks.token, await sha256Hex(token)), isNull(dutyLinks.withdrawnAt), hasMaker));
	if (!link || !(await isOpen({ db, edition, now }, link.date))) return null;
	const { id, dayId, date, name, makerId } = link;
	const rights = { verified: false, role: null, duty: { id, dayId, date } };
	return { id: makerId, name, surname: "", email: "", language, ...rights };
}

/** A link is open until six in the morning, and as long as somebody is missing. */
async function isOpen({ db, edition, now }: Omit<Opened, "language">, date: string): Promise<boolean> {
	if (now < endOfDesk(date)) return true;
	const found = await read(db, missingQueries(db, date, date));
	return toMissing({ edition, now }, found).length > 0;
}

/** The maker hears of it by mail, in case somebody else did it. @returns the token of the link; only its digest is stored */
export async function makeDutyLink(
	ctx: StaffCtx<"duty">,
	{ day: dayId, name }: z.output<typeof dutyLinkSchema>,
): Promise<Result<{ readonly token: string }, "invalid-fields">> {
	const { db, now, actor, session } = ctx;
	const [day] = await dayById(db, dayId);
	if (!day || day.date < pragueDate(now)) return refuse("invalid-fields", { day: "form.field.choice" });
	const token = linkToken();
	const id = crypto.randomUUID();
	const made = { createdAt: now, createdBy: actor.id, makerVersion: session.tokenVersion };
	await commit(ctx, {
		statements: [db.insert(dutyLinks).values({ id, dayId, token: await sha256Hex(token), name, ...made })],
		audit: { action: "duty.make", subjectId: id, after: { date: day.date, name } },
		outbox: [mailTo(actor, "duty-link", { name, day: day.name, date: day.date })],
		visible: false,
	});
	return done({ token });
}

export async function withdrawDutyLink(
	ctx: StaffCtx<"duty">,
	{ id }: { readonly id: string },
): Promise<Result<null, "not-found">> {
	const { db, now } = ctx;
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				db
					.update(dutyLinks)
					.set({ withdrawnAt: now })
					.where(and(eq(dutyLinks.id, id), isNull(dutyLinks.withdrawnAt))),
			),
		],
		audit: { action: "duty.withdraw", subjectId: id },
		visible: false,
	});
	return committed.ok ? done(null) : refuse("not-found");
}

/** Records that somebody begins to work by a link, or has seen telephone numbers there. */
export async function noteDuty(
	ctx: Ctx,
	{ duty }: { readonly duty: Duty },
	of: { readonly action: "duty.open" } | { readonly action: "duty.phones"; readonly pilot: string },
): Promise<void> {
	await recordAct(ctx, {
		action: of.action,
		actorId: null,
		subjectId: of.action === "duty.phones" ? of.pilot : duty.id,
		after: { dutyLink: duty.id, date: duty.date },
	});
}

/** Selects all links, the newest first. `ended` says that one has ended with its maker's sessions. */
export function allDutyLinks(db: Db) {
	return db
		.select({
			...pick(dutyLinks, "id", "name", "dayId"),
			date: competitionDays.date,
			...pick(dutyLinks, "createdAt", "withdrawnAt"),
			ended: sql<number>`NOT (${hasMaker})`.mapWith(Boolean),
		})
		.from(dutyLinks)
		.innerJoin(competitionDays, eq(competitionDays.id, dutyLinks.dayId))
		.innerJoin(users, eq(users.id, dutyLinks.createdBy))
		.orderBy(desc(dutyLinks.createdAt));
}

/** Selects the links that an organiser has made; none for somebody who is no longer one. */
export function dutyLinksOf(db: Db, userId: string) {
	return allDutyLinks(db).where(and(eq(dutyLinks.createdBy, userId), eq(users.role, "organiser")));
}

type DutyLink = Awaited<ReturnType<typeof allDutyLinks>>[number];

/** The links that may be open, and those of coming days that have ended with their maker's sessions and have no new one yet. */
export function currentDutyLinks(links: readonly DutyLink[], now: Date) {
	const lastNight = pragueDate(new Date(now.getTime() - endOfDuty * 1000));
	const left = links.filter(({ withdrawnAt }) => withdrawnAt === null);
	const held = left.filter(({ date, ended }) => !ended && date >= lastNight);
	const isRenewed = ({ dayId, name }: DutyLink) =>
		held.some((link) => link.dayId === dayId && link.name === name);
	const lost = left.filter((link) => link.ended && link.date >= pragueDate(now) && !isRenewed(link));
	return { held, lost };
}
