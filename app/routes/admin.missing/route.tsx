import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { AppLink } from "~/components/app-link";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { SubmitButton } from "~/components/submit-button";
import { useTexts } from "~/components/use-texts";
import { remindDebtors } from "~/lib/days/remind-debtors.server";
import { middayOf } from "~/lib/editions/prague-time";
import { entryPath } from "~/lib/entries/entry-paths";
import { requireAdmin, requireCode } from "~/lib/http/page-guards.server";
import { redirectRefused, redirectWithFlash } from "~/lib/http/redirect.server";
import { formatChangeTime, formatDayOf } from "~/lib/i18n/format-dates";
import { page } from "~/shell/handle";
import { readMissingPage, type ShownDebtor } from "./page.server";

export const handle = page({ title: "missing.title" });

const path = "/admin/missing";

export async function loader({ context }: LoaderFunctionArgs) {
	return await readMissingPage(requireAdmin(context));
}

/** Reminds everybody on the list who has got no reminder in the last 24 hours. */
export async function action({ context }: ActionFunctionArgs) {
	const ctx = requireAdmin(context);
	await requireCode(ctx, path);
	const reminded = await remindDebtors(ctx);
	if (!reminded.ok) return redirectRefused(path, reminded.reason, "missing.remind.again");
	if (reminded.value === 0) return redirectWithFlash(path, { key: "missing.remind.again", kind: "error" });
	return redirectWithFlash(path, { key: "missing.remind.success", count: reminded.value });
}

export default function MissingPage() {
	const { t, language } = useTexts();
	const { debtors, due, last } = useLoaderData<typeof loader>();
	const [busy, setBusy] = useState(false);
	return (
		<div className="stack">
			<h1 id="missing-title">{t("missing.title")}</h1>
			<p>{t("missing.intro")}</p>
			{last && <p>{t("missing.last", { time: formatChangeTime(last.at, language), count: last.mails })}</p>}
			{due > 0 ? (
				<form method="post" className="no-print" onSubmit={() => setBusy(true)}>
					<SubmitButton busy={busy}>{t("missing.remind", { count: due })}</SubmitButton>
				</form>
			) : (
				debtors.length > 0 && <p className="notice notice-info">{t("missing.remind.again")}</p>
			)}
			<DebtorTable labelledBy="missing-title" debtors={debtors} />
		</div>
	);
}

interface DebtorTableProps {
	/** Id of the heading that names the table. */
	readonly labelledBy: string;
	readonly debtors: readonly ShownDebtor[];
}

function DebtorTable({ labelledBy, debtors }: DebtorTableProps) {
	const { t, language } = useTexts();
	if (debtors.length === 0) return <p className="empty">{t("missing.empty")}</p>;
	const columns = {
		startNumber: t("missing.column.startNumber"),
		pilot: t("missing.column.pilot"),
		missing: t("missing.column.missing"),
		reminded: t("missing.column.reminded"),
	};
	return (
		<DataTable compact labelledBy={labelledBy} columns={Object.values(columns)}>
			{debtors.map(({ id, startNumber, fullName, missing, remindedAt }) => (
				<DataRow key={id}>
					<DataCell>
						<span className="start-number">{startNumber}</span>
					</DataCell>
					<RowHeader>
						<AppLink to={entryPath(id)}>{fullName}</AppLink>
					</RowHeader>
					<DataCell label={columns.missing}>
						<ul className="text-ink">
							{missing.payment && <li>{t("missing.payment")}</li>}
							{missing.logs.length > 0 && (
								<li>
									{t("missing.log", {
										day: missing.logs.map(({ date }) => formatDayOf(middayOf(date), language)).join(", "),
									})}
								</li>
							)}
						</ul>
					</DataCell>
					<DataCell label={columns.reminded}>
						<span className="muted">
							{remindedAt
								? t("missing.remindedAt", { time: formatChangeTime(remindedAt, language) })
								: t("missing.notReminded")}
						</span>
					</DataCell>
				</DataRow>
			))}
		</DataTable>
	);
}
