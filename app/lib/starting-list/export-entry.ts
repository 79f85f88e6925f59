/** An entry as both exports need it; the query of the starting list fills it. */
export interface ExportEntry {
	name: string;
	surname: string;
	/** `YYYY-MM-DD` or null. */
	birthDate: string | null;
	phone: string;
	email: string;
	aeroclub: string;
	/** `country` is ISO 3166 alpha-2: AT for Rakousko, DE for Německo, else CZ. */
	region: { name: string; country: string };
	gliderType: { name: string; index: number };
	registrationNumber: string;
	startNumber: string;
	hasEngine: boolean;
	competitionClass: { name: string; type: string; referenceIndex: number };
	logger: string;
	accommodationType: string;
	quantity: number;
	meals: number;
	note: string | null;
	paid: boolean;
	accepted: boolean;
	isReserve: boolean;
	registrationCompleted: boolean;
	igcId: number | null;
}
