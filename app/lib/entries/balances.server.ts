import { and, isNull, or } from "drizzle-orm";
import type { Ctx, StaffCtx } from "~/lib/context";
import { type CsvColumn, writeColumns } from "~/lib/csv/csv";
import type { Db } from "~/lib/db/client.server";
import { recordExport } from "~/lib/db/commit.server";
import { pragueDate } from "~/lib/editions/prague-time";
import type { CsvFile } from "~/lib/http/download.server";
import { pick } from "~/lib/pick";
import { registrations, users } from "~db/schema";
import { type Entry, entriesByNumber, isCompetitor, selectEntries } from "./entries-queries.server";
import { balanceOf, isPaymentDue, variableSymbol } from "./payment";

/** What an entry owes, and what of it has come. Amounts are in `currency`. */
export interface Balance {
	readonly id: string;
	readonly startNumber: string;
	readonly name: string;
	readonly surname: string;
	readonly variableSymbol: string | null;
	/** ISO 4217. */
	readonly currency: string;
	readonly amount: number;
	readonly received: number;
	/** Zero for who need not pay, as a reserve. */
	readonly open: number;
}

/** Selects the entries that `balancesOf` tells of: competitors, and whoever has paid. */
export function balanceEntries(db: Db) {
	return selectEntries(db).where(and(or(isCompetitor, registrations.paid), isNull(users.erasedAt)));
}

/** The balances by start number. None in an edition that takes no payments. */
export function balancesOf({ edition }: Pick<Ctx, "edition">, entries: readonly Entry[]): readonly Balance[] {
	return entriesByNumber(entries).flatMap((entry): readonly Balance[] => {
		const balance = balanceOf(edition, entry);
		if (!balance) return [];
		return [
			{
				...pick(entry, "id", "startNumber"),
				...pick(entry.user, "name", "surname"),
				variableSymbol: variableSymbol(edition.year, entry.number),
				...pick(balance, "currency", "amount", "received"),
				open: isPaymentDue(entry) ? balance.open : 0,
			},
		];
	});
}

const columns: readonly CsvColumn<Balance>[] = [
	["startNumber", ({ startNumber }) => startNumber],
	["name", ({ name }) => name],
	["surname", ({ surname }) => surname],
	["variableSymbol", ({ variableSymbol: symbol }) => symbol],
	["currency", ({ currency }) => currency],
	["fee", ({ amount }) => amount],
	["received", ({ received }) => received],
	["open", ({ open }) => open],
];

/** Exports the balances as CSV. @param forExcel semicolons and decimal commas, as Czech Excel reads them */
export async function exportBalances(
	ctx: StaffCtx<"payments">,
	{ forExcel, isHead }: { readonly forExcel: boolean; readonly isHead: boolean },
): Promise<CsvFile> {
	const balances = balancesOf(ctx, await balanceEntries(ctx.db));
	await recordExport(ctx, { action: "payment.export", after: { entries: balances.length } }, isHead);
	return {
		name: `payments-${pragueDate(ctx.now)}.csv`,
		text: writeColumns(columns, balances, {
			guardFormulas: true,
			...(forExcel ? { delimiter: ";", decimalComma: true } : {}),
		}),
	};
}
