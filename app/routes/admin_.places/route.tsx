import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { TextField } from "~/components/app-form";
import { AppLink } from "~/components/app-link";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { useTexts } from "~/components/use-texts";
import type { StaffCtx } from "~/lib/context";
import { applyPlaces } from "~/lib/entries/places/apply-places.server";
import {
	byHandSchema,
	setPlaceByHand,
	setWildcard,
	wildcardSchema,
} from "~/lib/entries/places/set-place.server";
import { byIntent, carryOut } from "~/lib/forms/form-action.server";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { requireStaff } from "~/lib/http/page-guards.server";
import { answer } from "~/lib/http/redirect.server";
import { page } from "~/shell/handle";
import { readPlacesPage } from "./page.server";

export const handle = page({ title: "places.title" });

const here = "/admin/places";

export async function loader({ context }: LoaderFunctionArgs) {
	return readPlacesPage(requireStaff(context, "entries"));
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireStaff(context, "entries");
	const form = bodyOf(await readForm(request));
	return byIntent(form, {
		apply: async () =>
			answer(here, await applyPlaces(ctx, String(form.get("seen"))), (applied) => ({
				key: "places.applied",
				count: applied,
			})),
		otherwise: () => decide(ctx, form),
	});
}

/** Decides about one entry: nothing moves before the list is applied. */
async function decide(ctx: StaffCtx<"entries">, form: FormData) {
	const id = String(form.get("entry"));
	const back = `${here}#entry-${encodeURIComponent(id)}`;
	return answer(back, await decided(ctx, id, form), "places.decided", "places.notDecided");
}

async function decided(ctx: StaffCtx<"entries">, id: string, form: FormData) {
	const decision = form.get("place");
	if (decision === "no-wildcard") return setWildcard(ctx, id, null);
	if (decision === "wildcard") {
		return carryOut({ ctx, form }, wildcardSchema, (_, { reason }) => setWildcard(ctx, id, reason));
	}
	return carryOut({ ctx, form }, byHandSchema, (_, typed) => setPlaceByHand(ctx, id, typed));
}

type Page = SerializeFrom<typeof loader>;
type List = NonNullable<Page["list"]>;

export default function PlacesPage() {
	const { t } = useTexts();
	const { rules, isByRanking, reasonHint, list } = useLoaderData<typeof loader>();
	return (
		<>
			<p className="mb-6">
				<AppLink className="-my-2.5 inline-block py-2.5" to="/starting-list">
					{t("registration.backToList")}
				</AppLink>
			</p>
			<h1>{t("places.title")}</h1>
			<p className="my-4">{rules}</p>
			<div className="button-row mb-6">
				<AppLink className="button" to="/admin/settings/admission">
					{t("places.settings")}
				</AppLink>
				{isByRanking && (
					<AppLink className="button" to="/admin/ranking">
						{t("ranking.title")}
					</AppLink>
				)}
			</div>
			{list && <Blocked list={list} />}
			{list && <Moves list={list} />}
			{list?.parts.map((part) => (
				<Part key={part.id} part={part} reasonHint={reasonHint} />
			))}
		</>
	);
}

/** Who would move and cannot be accepted, each with the way to the entry. */
function Blocked({ list: { blocked, blockedText } }: { readonly list: List }) {
	if (blocked.length === 0) return null;
	return (
		<div className="notice notice-warning">
			<p>{blockedText}</p>
			<ul>
				{blocked.map(({ to, name, what }) => (
					<li key={to}>
						<AppLink to={to}>{name}</AppLink>: {what}
					</li>
				))}
			</ul>
		</div>
	);
}

/** Who moves by applying the list, and who gets which mail. */
function Moves({ list: { moves, blocked, key } }: { readonly list: List }) {
	const { t } = useTexts();
	if (moves.length === 0 && blocked.length > 0) return null;
	if (moves.length === 0) return <p className="notice notice-success">{t("places.asApplied")}</p>;
	const columns = ["pilot", "class", "what", "mail"].map((column) => t(`places.column.${column}`));
	return (
		<section className="section" aria-labelledby="moves">
			<h2 id="moves">{t("places.moves", { count: moves.length })}</h2>
			<p className="muted mb-3">{t("places.moves.hint")}</p>
			<DataTable labelledBy="moves" columns={columns}>
				{moves.map(({ id, name, className, what, mail }) => (
					<DataRow key={id}>
						<RowHeader>{name}</RowHeader>
						<DataCell label={columns[1]}>{className}</DataCell>
						<DataCell label={columns[2]}>{what}</DataCell>
						<DataCell label={columns[3]}>{mail}</DataCell>
					</DataRow>
				))}
			</DataTable>
			<form method="post" className="my-4">
				<input type="hidden" name="seen" value={key} />
				<button type="submit" className="button button-primary" name="intent" value="apply">
					{t("places.apply")}
				</button>
			</form>
		</section>
	);
}

interface PartProps {
	readonly part: List["parts"][number];
	/** What a decision needs a reason for. */
	readonly reasonHint: string | null;
}

function Part({ part: { id, title, rows }, reasonHint }: PartProps) {
	const { t } = useTexts();
	const columns = ["pilot", "class", "state", "decide"].map((column) => t(`places.column.${column}`));
	return (
		<section className="section" aria-labelledby={id}>
			<h2 id={id}>{title}</h2>
			<DataTable labelledBy={id} columns={columns}>
				{rows.map((row) => (
					<DataRow key={row.id} id={`entry-${row.id}`}>
						<RowHeader>{row.name}</RowHeader>
						<DataCell label={columns[1]}>{row.className}</DataCell>
						<DataCell label={columns[2]}>{row.facts.join(" · ")}</DataCell>
						<DataCell>
							<Decision row={row} hint={reasonHint} />
						</DataCell>
					</DataRow>
				))}
			</DataTable>
		</section>
	);
}

interface DecisionProps {
	readonly row: List["parts"][number]["rows"][number];
	readonly hint: string | null;
}

function Decision({ row: { id, name, decisions }, hint }: DecisionProps) {
	const { t } = useTexts();
	return (
		<details>
			<summary className="min-h-11 cursor-pointer py-2.5">
				{t("places.decide")}
				<span className="sr-only">{`: ${name}`}</span>
			</summary>
			<form method="post">
				<input type="hidden" name="entry" value={id} />
				<TextField
					field={{ id: `reason-${id}`, name: "reason" }}
					label={t("places.reason")}
					{...(hint !== null && { hint })}
					maxLength={500}
					autoComplete="off"
				/>
				<div className="button-row">
					{decisions.map(({ decision, label }) => (
						<button key={decision} type="submit" className="button" name="place" value={decision}>
							{label}
						</button>
					))}
				</div>
			</form>
		</details>
	);
}
