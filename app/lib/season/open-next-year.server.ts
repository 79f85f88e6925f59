import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { requireRecentCode } from "~/lib/access";
import { organiserRecipients } from "~/lib/accounts/account-queries.server";
import type { Ctx } from "~/lib/context";
import { commit, commitOrStale, exactlyOne } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { valueAt } from "~/lib/editions/edition-settings.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { languages } from "~/lib/i18n/language";
import { done, type Result, refuse } from "~/lib/result";
import { editionState, users } from "~db/schema";
import { checkSettings } from "./change-settings.server";
import type { PreparerCtx } from "./next-year.server";

/** What keeps a draft from being opened. The page shows the text `nextYear.complaint.<reason>`. */
export interface OpeningComplaint {
	readonly reason: "no-organiser" | "no-class-name" | "over" | "setting-lost";
	/** The key of a class, or of a setting; null where nothing is named. */
	readonly named: string | null;
}

/** @returns empty when the draft can be opened */
export async function openingComplaints(draft: Ctx): Promise<OpeningComplaint[]> {
	const { db, edition, now } = draft;
	const [organiser] = await db
		.select({ id: users.id })
		.from(users)
		.where(and(eq(users.role, "organiser"), isNotNull(users.verifiedAt), isNull(users.erasedAt)))
		.limit(1);
	const nameless = edition.classes.filter(({ name }) =>
		languages.some((language) => name[language].trim() === ""),
	);
	const lost = await lostSettings(draft);
	return [
		...(organiser ? [] : [{ reason: "no-organiser", named: null } as const]),
		...nameless.map(({ type }) => ({ reason: "no-class-name", named: type }) as const),
		...lost.map(({ key }) => ({ reason: "setting-lost", named: key }) as const),
		...(pragueDate(now) > edition.competition.to ? [{ reason: "over", named: null } as const] : []),
	];
}

/** The settings that do not fit the schema, and so do not hold. */
async function lostSettings(draft: Ctx) {
	const { set, checked } = await checkSettings(draft, []);
	const holds = ({ key, value }: (typeof set)[number]) =>
		JSON.stringify(valueAt(draft.edition, key)) === JSON.stringify(value.is);
	return checked.success ? [] : set.filter((setting) => !holds(setting));
}

/**
 * Makes a draft the newest edition: the one of the context closes. Of two presses one opens it.
 * @throws AccessDenied "code-outdated"
 */
export async function openNextYear(
	ctx: PreparerCtx,
	draft: Ctx,
): Promise<Result<null, "next-year-unready" | "stale">> {
	requireRecentCode(ctx);
	if ((await openingComplaints(draft)).length > 0) return refuse("next-year-unready");
	const { year } = draft.edition;
	const operator = ctx.settings.operatorEmail ?? "";
	const mailsOf = async ({ db }: Ctx, ...others: readonly string[]) =>
		(await organiserRecipients(db, others)).map((to) => mailTo(to, "year-opened", { year }));
	const opened = await commitOrStale(draft, {
		statements: [
			exactlyOne(
				draft.db.update(editionState).set({ openedAt: ctx.now }).where(isNull(editionState.openedAt)),
			),
		],
		audit: { action: "edition.open", subjectId: String(year), after: { from: ctx.edition.year } },
		outbox: await mailsOf(draft, operator),
		visible: true,
	});
	if (!opened.ok) return opened;
	await commit(ctx, {
		statements: [],
		audit: { action: "next-year.open", subjectId: String(year) },
		outbox: await mailsOf(ctx),
		visible: true,
	});
	return done(null);
}
