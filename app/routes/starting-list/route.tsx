import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { AppLink } from "~/components/app-link";
import { loadFresh, useFreshData } from "~/components/queue/fresh-data";
import { Refusal } from "~/components/refusal";
import { SkipToList } from "~/components/skip-to-list";
import { useAnswerFocus } from "~/components/use-answer-focus";
import { useTexts } from "~/components/use-texts";
import { may } from "~/lib/access";
import type { StaffCtx } from "~/lib/context";
import { remindDebtors } from "~/lib/days/remind-debtors.server";
import { readFormKey } from "~/lib/db/form-key.server";
import { classTypesOf } from "~/lib/editions/classes";
import { decideChange } from "~/lib/entries/decide-change.server";
import type { Entry } from "~/lib/entries/entries-queries.server";
import { acceptAll, setFlags } from "~/lib/entries/entry-flags.server";
import { entryPath, owingPath } from "~/lib/entries/entry-paths";
import { quickActionsSchema } from "~/lib/entries/entry-schema";
import { listQueryOf, listSorts } from "~/lib/entries/starting-list/list-query";
import { byIntent } from "~/lib/forms/form-action.server";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { errorPage, requireCode, requireStaff } from "~/lib/http/page-guards.server";
import { answer, redirectRefused, redirectWithFlash } from "~/lib/http/redirect.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { movedByConsent } from "~/lib/scoring/moved-points.server";
import { page } from "~/shell/handle";
import { AdminClass, ListPages } from "./admin-list";
import { AdminTools } from "./admin-tools";
import { ListToolbar } from "./list-toolbar";
import { readOwing } from "./owing.server";
import { OwingList } from "./owing-list";
import { type AdminGroup, adminListPage, publicListPage } from "./page.server";
import { PublicClass } from "./public-list";

export const handle = page({
	title: "startingList.title",
	cached: [
		{ name: "class", values: null },
		{ name: "q", values: null },
		{ name: "sort", values: listSorts },
	],
});

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { ctx, version } = context;
	const { searchParams } = new URL(request.url);
	const query = listQueryOf(searchParams, classTypesOf(ctx.edition));
	if (may(ctx, "payments") && searchParams.get("view") === "owing")
		return { view: "owing", version, query, owing: await readOwing(ctx) } as const;
	if (may(ctx, "payments"))
		return { view: "admin", version, query, ...(await adminListPage(ctx, query)) } as const;
	return { view: "public", version, query, ...(await publicListPage(ctx, query)) } as const;
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireStaff(context, "payments");
	const form = bodyOf(await readForm(request, { most: 1500, repeated: ["entry"] }));
	const row = form.get("row");
	const back = `/starting-list${new URL(request.url).search}${typeof row === "string" ? `#entry-${encodeURIComponent(row)}` : ""}`;

	return byIntent(form, {
		accept: () => accept(requireStaff(context, "entries"), form, back),
		remind: () => remind(ctx),
		"accept-change": () => decide(requireStaff(context, "entries"), form, back, true),
		"refuse-change": () => decide(requireStaff(context, "entries"), form, back, false),
		otherwise: () => answerFlags(ctx, form, back),
	});
}

/** Accepts the entries that are ticked. The page names those that could not be, and why. */
async function accept(ctx: StaffCtx<"entries">, form: FormData, back: string) {
	const ids = form.getAll("entry").filter((id) => typeof id === "string");
	if (ids.length === 0) return redirectWithFlash(back, { key: "startingList.accept.none", kind: "error" });
	const { accepted, taken, stale } = await acceptAll(ctx, ids);
	if (taken.length + stale.length === 0)
		return redirectWithFlash(back, { key: "startingList.accept.success", count: accepted });
	const { t } = textsOf(ctx.language);
	const inWords = (why: "numberTaken" | "stale") => (entry: Entry) =>
		`${entry.startNumber} ${entry.user.name} ${entry.user.surname}: ${t(`startingList.accept.${why}`)}`;
	return data({
		accepted: accepted > 0 ? t("startingList.accept.success", { count: accepted }) : null,
		about: t("startingList.accept.refused"),
		refused: [...taken.map(inWords("numberTaken")), ...stale.map(inWords("stale"))],
	});
}

/** Reminds everybody who owes something and has got no reminder in the last 24 hours. */
async function remind(ctx: StaffCtx<"payments">) {
	await requireCode(ctx, owingPath);
	return answer(
		owingPath,
		await remindDebtors(ctx),
		(count) =>
			count === 0 ? { key: "missing.remind.again", kind: "error" } : { key: "missing.remind.success", count },
		"missing.remind.again",
	);
}

async function answerFlags(ctx: StaffCtx<"payments">, form: FormData, back: string) {
	const flags = quickActionsSchema.safeParse(Object.fromEntries(form));
	const entry = form.get("entry");
	if (!flags.success || typeof entry !== "string") {
		return redirectWithFlash(back, { key: "registration.update.error", kind: "error" });
	}
	const changed = await setFlags(ctx, entry, flags.data, readFormKey(form));
	if (changed.ok) return redirectWithFlash(back, "registration.update.success");
	if (changed.reason === "not-admin") throw errorPage(changed.reason);
	const key = `registration.update.${changed.reason === "invalid-fields" ? "numberTaken" : "error"}` as const;
	return redirectRefused(back, changed.reason, key);
}

/** One tap: accepts or refuses the change that a competitor has asked for. It holds from the usual day; the entry's page has others. */
async function decide(ctx: StaffCtx<"entries">, form: FormData, back: string, accepts: boolean) {
	const version = Number(form.get("version"));
	const id = String(form.get("entry"));
	if (accepts && (await movedByConsent(ctx, id, null)))
		return redirectRefused(`${entryPath(id)}#consent`, "points-move", "server.points-move");
	const decided = await decideChange(ctx, id, { accepts, version, from: null });
	const failures = { "invalid-fields": "startingList.change.impossible" } as const;
	return answer(back, decided, `startingList.change.${accepts ? "accepted" : "refused"}`, failures);
}

export const clientLoader = loadFresh;

export default function StartingListPage() {
	const { t } = useTexts();
	const list = useFreshData<typeof loader>().data;
	const reply = useActionData<typeof action>();
	const { query } = list;
	const inSight = (group: { readonly type: string }) => !query.classType || query.classType === group.type;
	const first =
		list.view === "public" && list.groups.find((group) => inSight(group) && group.entries.length > 0);
	/** A class whose entries are all on other pages is left out. */
	const isOnPage = (group: AdminGroup) => group.entries.length > 0 || group.chosen === 0;
	return (
		<>
			{first && <SkipToList to={`list-${first.type}`} />}
			<h1 className="max-md:text-2xl/tight">{t("startingList.title")}</h1>
			{reply && <NotAccepted {...reply} />}
			{list.view === "owing" ? (
				<OwingView {...list.owing} />
			) : list.view === "admin" ? (
				<>
					<ListToolbar
						query={query}
						groups={list.groups}
						organisers={{ filters: list.filters, isPaged: list.pages.pages > 1 }}
					/>
					{list.isWhole && (
						<AdminTools
							query={query}
							groups={list.groups}
							recipients={list.recipients}
							beyond={list.beyond}
							hasPolicy={list.hasPolicy}
						/>
					)}
					{list.groups
						.filter((group) => inSight(group) && isOnPage(group))
						.map((group) => (
							<AdminClass
								key={group.id}
								group={group}
								query={query}
								isWhole={list.isWhole}
								isAccepting={list.isWhole && !list.hasPolicy}
							/>
						))}
					<ListPages query={query} {...list.pages} />
				</>
			) : (
				<>
					{list.heading && <p className="my-2">{list.heading}</p>}
					<ListToolbar query={query} groups={list.groups} isByPlace={list.heading !== undefined} />
					{list.groups.filter(inSight).map((group) => (
						<PublicClass key={group.id} group={group} query={query} isByPlace={list.heading !== undefined} />
					))}
				</>
			)}
		</>
	);
}

/** What is missing, with the way back to the list. */
function OwingView(owing: ComponentProps<typeof OwingList>) {
	const { t } = useTexts();
	return (
		<>
			<nav className="tabs mt-4" aria-label={t("startingList.filter")}>
				<AppLink to="/starting-list" className="button">
					{t("startingList.filter.all")}
				</AppLink>
				<AppLink to={owingPath} className="button" aria-current="page">
					{t("startingList.filter.owing")}
				</AppLink>
			</nav>
			<OwingList {...owing} />
		</>
	);
}

interface NotAcceptedProps {
	/** How many were accepted; null for nobody. */
	readonly accepted: string | null;
	readonly about: string;
	/** Each with its reason. */
	readonly refused: readonly string[];
}

/** Says what was done, and names the ticked entries that could not be accepted. Takes the focus, as it stands above the button that was pressed. */
function NotAccepted({ accepted, about, refused }: NotAcceptedProps) {
	// Each answer has a list of its own.
	const notice = useAnswerFocus<HTMLDivElement>(refused);
	return (
		// biome-ignore lint/a11y/noAutofocus: without scripts nothing else brings the reader to it
		<div tabIndex={-1} ref={notice} autoFocus>
			{accepted && <p className="notice notice-success">{accepted}</p>}
			<Refusal title={about} lines={refused} />
		</div>
	);
}
