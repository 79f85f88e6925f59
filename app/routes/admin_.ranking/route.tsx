import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SelectField, TextField } from "~/components/app-form";
import { AppLink } from "~/components/app-link";
import { Refusal } from "~/components/refusal";
import { useTexts } from "~/components/use-texts";
import { requireStaff } from "~/lib/http/page-guards.server";
import { page } from "~/shell/handle";
import { type RankingReply, readPositions, sendRanking } from "./ranking.server";

export const handle = page({ title: "ranking.title" });

export async function loader({ context }: LoaderFunctionArgs) {
	return readPositions(requireStaff(context, "entries"));
}

export async function action({ request, context }: ActionFunctionArgs) {
	return sendRanking(requireStaff(context, "entries"), request);
}

export default function RankingPage() {
	const { t } = useTexts();
	const { lead, fileHint, ...positions } = useLoaderData<typeof loader>();
	const reply = useActionData() as RankingReply | undefined;
	const proposal = reply?.proposal;
	return (
		<>
			<p className="mb-6">
				<AppLink to="/admin/places">{t("places.title")}</AppLink>
			</p>
			<h1>{t("ranking.title")}</h1>
			<div className="stack">
				<p>{lead}</p>
				{reply && reply.errors.length > 0 && <Refusal title={t("ranking.failed")} lines={reply.errors} />}
				<form method="post" encType="multipart/form-data" className="card bg-surface">
					<TextField
						field={{
							id: "list",
							name: "list",
							errorId: "list-error",
							errors: reply?.problem ? [reply.problem] : [],
						}}
						label={t("ranking.file")}
						hint={fileHint}
						type="file"
						accept=".csv,.tsv,.txt,text/csv,text/plain"
					/>
					<button type="submit" className={proposal ? "button" : "button button-primary"}>
						{t("ranking.read")}
					</button>
				</form>
				{proposal ? (
					<Positions key={proposal.title} {...proposal} isProposal />
				) : (
					<Positions title={t("ranking.positions")} notes={[]} {...positions} />
				)}
			</div>
		</>
	);
}

interface PositionsProps extends NonNullable<RankingReply["proposal"]> {
	/** Whether a list has proposed them. */
	readonly isProposal?: boolean;
}

/** A field for each entry: what the list says, to be looked at and corrected. */
function Positions({ title, notes, seen, rows, isProposal = false }: PositionsProps) {
	const { t } = useTexts();
	if (rows.length === 0) return <p className="empty">{t("ranking.nobody")}</p>;
	return (
		<section aria-labelledby="positions">
			<h2 id="positions" className="mb-3">
				{title}
			</h2>
			{notes.length > 0 && (
				<ul className="notice notice-info">
					{notes.map((note) => (
						<li key={note}>{note}</li>
					))}
				</ul>
			)}
			<form method="post" className="card">
				<input type="hidden" name="seen" value={seen} />
				<div className="grid gap-x-6 sm:grid-cols-2">
					{rows.map((row) => (
						<PositionField key={row.id} {...row} />
					))}
				</div>
				<button type="submit" className={isProposal ? "button button-primary" : "button"}>
					{t("ranking.save")}
				</button>
			</form>
		</section>
	);
}

function PositionField({ id, label, value, hint, choices }: PositionsProps["rows"][number]) {
	const { t } = useTexts();
	const field = { id: `position-${id}`, name: `position-${id}`, initialValue: value };
	const said = hint === null ? {} : { hint };
	if (!choices)
		return <TextField field={field} label={label} {...said} inputMode="numeric" autoComplete="off" />;
	return (
		<div>
			<input type="hidden" name={`asked-${id}`} value="" />
			<SelectField
				field={field}
				label={label}
				{...said}
				none={t("ranking.choose")}
				options={choices}
				required
			/>
		</div>
	);
}
