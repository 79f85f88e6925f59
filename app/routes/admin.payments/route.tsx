import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { useTexts } from "~/components/use-texts";
import { type Balance, balanceEntries, balancesOf } from "~/lib/entries/balances.server";
import { owingPath, paymentsOfPath, paymentsPath } from "~/lib/entries/entry-paths";
import { requireStaff } from "~/lib/http/page-guards.server";
import { formatAmount } from "~/lib/i18n/format-number";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { page } from "~/shell/handle";

export const handle = page({ title: "payments.title" });

export async function loader({ request, context }: LoaderFunctionArgs) {
	const ctx = requireStaff(context, "payments");
	const { edition, language } = ctx;
	const { t } = textsOf(language);
	const isOpenOnly = new URL(request.url).searchParams.get("view") === "open";
	const balances = balancesOf(ctx, await balanceEntries(ctx.db));
	const open = balances.filter((balance) => balance.open > 0);
	return {
		isOpenOnly,
		isTaken: edition.payment !== null,
		summary: t("payments.summary", {
			count: open.length,
			received: sums(balances, "received", language),
			open: sums(balances, "open", language),
		}),
		rows: (isOpenOnly ? open : balances).map(({ name, surname, amount, received, ...balance }) => ({
			id: balance.id,
			startNumber: balance.startNumber,
			fullName: `${name} ${surname}`,
			symbol: balance.variableSymbol ?? "",
			amount: formatAmount(amount, balance.currency, language),
			received: formatAmount(received, balance.currency, language),
			open: balance.open > 0 ? formatAmount(balance.open, balance.currency, language) : null,
		})),
	};
}

/** The sums of what entries have received or owe, by currency: "CZK 87,500". */
function sums(balances: readonly Balance[], of: "received" | "open", language: Language): string {
	const byCurrency = new Map<string, number>();
	for (const { currency, [of]: amount } of balances)
		byCurrency.set(currency, (byCurrency.get(currency) ?? 0) + amount);
	return [...byCurrency].map(([currency, sum]) => formatAmount(sum, currency, language)).join(" + ") || "0";
}

export default function PaymentsPage() {
	const { t } = useTexts();
	const { isTaken, isOpenOnly, summary, rows } = useLoaderData<typeof loader>();
	return (
		<div className="stack">
			<h1 id="payments">{t("payments.title")}</h1>
			{isTaken ? (
				<>
					<p>{summary}</p>
					<div className="button-row no-print">
						<AppLink className="button" to={owingPath}>
							{t("payments.remind")}
						</AppLink>
						<a className="button" href="/admin/payments/export">
							{t("payments.export")}
						</a>
						<a className="button" href="/admin/payments/export?dialect=excel">
							{t("payments.exportExcel")}
						</a>
					</div>
					<nav className="tabs" aria-label={t("payments.filter")}>
						<AppLink className="button" to={paymentsPath} aria-current={isOpenOnly ? undefined : "page"}>
							{t("payments.filter.all")}
						</AppLink>
						<AppLink
							className="button"
							to={`${paymentsPath}?view=open`}
							aria-current={isOpenOnly ? "page" : undefined}
						>
							{t("payments.filter.open")}
						</AppLink>
					</nav>
					<Balances rows={rows} />
				</>
			) : (
				<p className="empty">{t("payments.none")}</p>
			)}
		</div>
	);
}

function Balances({ rows }: { readonly rows: ReturnType<typeof useLoaderData<typeof loader>>["rows"] }) {
	const { t } = useTexts();
	if (rows.length === 0) return <p className="empty">{t("payments.empty")}</p>;
	const columns = {
		startNumber: t("missing.column.startNumber"),
		pilot: t("missing.column.pilot"),
		symbol: t("registration.payment.variableSymbol"),
		amount: t("payments.amount"),
		received: t("payments.received"),
		open: t("payments.open"),
	};
	return (
		<DataTable labelledBy="payments" columns={Object.values(columns)}>
			{rows.map(({ id, startNumber, fullName, symbol, amount, received, open }) => (
				<DataRow key={id}>
					<DataCell>
						<span className="start-number">{startNumber}</span>
					</DataCell>
					<RowHeader>
						<AppLink to={paymentsOfPath(id)}>{fullName}</AppLink>
					</RowHeader>
					<DataCell label={columns.symbol}>{symbol}</DataCell>
					<DataCell label={columns.amount}>{amount}</DataCell>
					<DataCell label={columns.received}>{received}</DataCell>
					<DataCell label={columns.open}>
						{open ? <strong>{open}</strong> : <span className="muted">–</span>}
					</DataCell>
				</DataRow>
			))}
		</DataTable>
	);
}
