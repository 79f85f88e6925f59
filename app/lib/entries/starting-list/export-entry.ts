/** An entry with the columns of both exports. */
export interface ExportEntry {
	readonly name: string;
	readonly surname: string;
	/** `YYYY-MM-DD`. */
	readonly birthDate: string | null;
	readonly phone: string;
	readonly email: string;
	readonly aeroclub: string;
	/** `country` is ISO 3166 alpha-2. */
	readonly region: { readonly name: string; readonly country: string };
	readonly gliderType: { readonly name: string; readonly index: number };
	readonly registrationNumber: string;
	readonly startNumber: string;
	readonly hasEngine: boolean;
	readonly competitionClass: {
		readonly name: string;
		readonly type: string;
		readonly referenceIndex: number;
	};
	readonly logger: string;
	readonly accommodationType: string;
	readonly quantity: number;
	readonly meals: number;
	readonly note: string | null;
	readonly paid: boolean;
	readonly accepted: boolean;
	/** Local date; null for who has not withdrawn. */
	readonly withdrawnFrom: string | null;
	readonly isReserve: boolean;
	readonly registrationCompleted: boolean;
	readonly igcId: number | null;
	/** Of the payment. */
	readonly variableSymbol: string | null;
}
