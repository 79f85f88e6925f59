import { and, isNull, or } from "drizzle-orm";
import type { Ctx, StaffCtx } from "~/lib/context";
import { type CsvColumn, writeColumns } from "~/lib/csv/csv";
import type { Db } from "~/lib/db/client.server";
import { recordExport } from "~/lib/db/commit.server";
import { pragueDate } from "~/lib/editions/prague-time";
import type { CsvFile } from "~/lib/http/download.server";
import { sortedByStartNumber } from "~/lib/i18n/collate";
import { registrations, users } from "~db/schema";
import { type Entry, isCompetitor, selectEntries } from "./entries-queries.server";
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
	const inOrder = sortedByStartNumber(
		entries.map(({ user: { name, surname }, startNumber, ...entry }) => ({
			entry,
			startNumber,
			name,
			surname,
		})),
	);
	return inOrder.flatMap(({ entry, ...who }) => {
		const balance = balanceOf(edition, entry);
		if (!balance) return [];
		const { currency, amount, received, open } = balance;
		return [
			{
				id: entry.id,
				...who,
				variableSymbol: variableSymbol(edition.year, entry.number),
				...{ currency, amount, received, open: isPaymentDue(entry) ? open : 0 },
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
