/** Longest values of fields, in characters. */
export const limits = {
	name: 100,
	email: 254,
	password: 128,
	code: 40,
	passkeyName: 50,
	phone: 32,
	aeroclub: 100,
	registrationNumber: 32,
	startNumber: 8,
	logger: 200,
	secondPilot: 100,
	licence: 40,
	trailerPlate: 16,
	note: 2_000,
	paymentNote: 200,
	objection: 1_000,
	newsTitle: 200,
	news: 20_000,
	mailSubject: 200,
	mailBody: 20_000,
	dayName: 50,
	url: 2_000,
	fileName: 200,
	search: 100,
	reason: 300,
} as const;

export const shortestPassword = 8;

/** Most bytes of an uploaded file. The log of a long day has up to 4 MB. */
export const largestFile = 10 * 1024 * 1024;

/** Most bytes of the file of a logo. */
export const largestLogo = 2_000_000;
