import { z } from "zod";
import { classKinds } from "~db/enums";
import { airfieldSchema } from "./airfield";
import { normalizeIban } from "./iban";
import { accommodationSchema, localizedText, regionsSchema } from "./lists";

/*
 * `typed` in the metadata of a text says how people write it, and so how a form reads it: a `code` with spaces and small letters, a
 * `phone` with other signs between its digits, a `clock` without seconds.
 */

/** `YYYY-MM-DD`. */
const localDate = z.iso.date();

const httpsUrl = z.url({ protocol: /^https$/ });

/** Key of a class, which clients of the API compare and addresses hold; never changed once there are entries. */
const classType = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,23}$/);

const sponsorSchema = z.strictObject({
	name: z.string().min(1).max(100),
	/** Path of the logo: under `public/`, or of one that organisers have sent, by the digest of its bytes. */
	logo: z.string().regex(/^\/(?:sponsors\/[a-z0-9-]+\.svg|logos\/[0-9a-f]{64}\.(?:png|webp))$/),
	/** Null: the logo has no link. */
	url: httpsUrl.nullable(),
});

/** A section of the contacts page. Its heading is in the locales. */
const contactSchema = z.strictObject({
	/** Person or organisation. */
	name: z.string().min(1).max(100),
	/** For example office hours, a frequency. */
	lines: z.array(localizedText).max(8),
	email: z.email().nullable(),
	/** International form with spaces, e.g. `+420 600 123 456`. */
	phone: z
		.string()
		.regex(/^\+[0-9 ]{9,20}$/)
		.meta({ typed: "phone" })
		.nullable(),
	url: httpsUrl.nullable(),
});

/** It is responsible for personal data, as signup and `/privacy` say. */
const organiserSchema = contactSchema.extend({
	/** Postal address. */
	address: localizedText,
	/** Number in the register of companies or associations; null without one. */
	idNumber: z.string().min(1).max(20).nullable(),
	email: z.email(),
});

const contactsSchema = z.strictObject({
	organiser: organiserSchema,
	director: contactSchema,
	/** Whom a pilot calls from a field. */
	field: contactSchema,
	airfield: contactSchema,
	registrations: contactSchema,
	webAndScoring: contactSchema,
});

/** IBAN without spaces. */
const iban = z
	.string()
	.refine((text) => normalizeIban(text) === text, {
		error: "no IBAN without spaces, or its check digits are wrong",
	})
	.meta({ typed: "code" });

/** Code of a bank (ISO 9362). */
const bic = z
	.string()
	.regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/)
	.meta({ typed: "code" })
	.optional();

/** ISO 4217. */
const currency = z
	.string()
	.regex(/^[A-Z]{3}$/)
	.meta({ typed: "code" });

const paymentSchema = z.strictObject({
	iban,
	bic,
	/** Entry fee of one competitor, in crowns, not hellers. */
	amount: z.number().positive().max(9_999_999),
	currency,
	/** Owner of the account. */
	recipient: z.string().min(1).max(60),
	/** Last local date on which an entry that was sent by then is to be paid; without it pages name none. */
	dueOn: localDate.optional(),
	/** Account in euro; without it foreigners pay as everybody does. */
	euro: z
		.strictObject({
			iban,
			bic,
			/** What `amount` is in euro. Other fees are in the same ratio. */
			amount: z.number().positive().max(9_999_999),
		})
		.optional(),
});

/** In the currency of the account. */
const fee = z.number().positive().max(9_999_999).optional();

/** What is missing in it costs `payment.amount`. An entry owes what its class costs on the day on which it is first sent. */
const feesSchema = z.strictObject({
	/** Last local date of the early fees. */
	earlyUntil: localDate.optional(),
	/** First local date of the late fees. */
	lateFrom: localDate.optional(),
	byClass: z.record(classType, z.strictObject({ early: fee, usual: fee, late: fee })),
	/** For each person accommodated, added to the fee. */
	person: fee,
	/** For each of them and night, added too. */
	night: fee,
});

const localTime = z
	.string()
	.regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/)
	.meta({ typed: "clock" });
const metres = z.number().positive().max(9_000);
const seconds = z.int().positive().max(86_400);
const kilometres = z.int().min(1).max(2_000);

/** How the tasks of a class begin. Null is no rule. Times are local, "HH:MM:SS"; altitudes above sea level. */
const taskDefaultsSchema = z.strictObject({
	rules: z.strictObject({
		startOpens: localTime.nullable(),
		startAltitudeM: metres.nullable(),
		startSpeedKmh: z.number().positive().max(400).nullable(),
		/** The pilot's event marker; a window of null has no end. */
		pev: z
			.strictObject({
				waitS: z.int().min(0).max(86_400),
				windowS: seconds.nullable(),
				presses: z.int().min(1).max(10),
			})
			.nullable(),
		finishAltitudeM: metres.nullable(),
		finishCloses: localTime.nullable(),
		/** Seconds after the landing. */
		logDeadlineS: seconds.nullable(),
	}),
	scoring: z.strictObject({
		/** Kilometres, as Annex A calls them. */
		d1Km: kilometres,
		dmKm: kilometres,
		handicaps: z.boolean(),
		earth: z.enum(["wgs84", "sphere"]),
		/** Whether the radius of the finish comes off the distance. Null: that of a ring, not half of a line. */
		subtractFinishRadius: z.boolean().nullable(),
	}),
});

/** How long competitors can protest against unofficial results, and what they pay for it. */
const protestSchema = z.strictObject({
	hours: z.number().positive().max(48),
	/** Hours on the last competition day, when the prizes wait for the end. */
	lastDayHours: z.number().positive().max(48),
	/** Null asks for no fee. */
	fee: z.strictObject({ amount: z.number().positive(), currency }).nullable(),
});

const places = z.int().min(1).max(999);

/** How many competitors can be accepted: in all classes together, or in each. */
const capacitySchema = z.union(
	[z.strictObject({ total: places }), z.strictObject({ byClass: z.record(classType, places) })],
	{ error: "expected either { total } or { byClass }" },
);

/** Who decides who gets a place: the organisers one by one, the order of entry, or the positions in a ranking list. */
const placePolicies = ["by-hand", "by-entry", "by-ranking"] as const;

/** Who gets in. Wild cards stand beside the places. */
const admissionSchema = z.strictObject({
	policy: z.enum(placePolicies),
	/** How many get a place by the policy; a class without a number has none. */
	places: capacitySchema.optional(),
	/** Local date from which the list is final, and unpaid entries stand behind the paid ones. */
	finalSince: localDate.optional(),
});

/** What home says before the competition, beside dates, place, classes, fee, places and contact, which stand in their own settings. */
const invitationSchema = z.strictObject({
	/** What kind of competition it is, and for whom. */
	what: localizedText,
	/** Where people sleep and eat; null says nothing. */
	camp: localizedText.nullable(),
	/** Who tows, and for how much; null says nothing. */
	tow: localizedText.nullable(),
});

/** A class of an edition. */
const classSchema = z.strictObject({
	type: classType,
	/** What flies in it. */
	kind: z.enum(classKinds),
	name: localizedText,
	/** Index of the glider with the handicap 1. */
	referenceIndex: z.number().positive(),
	/** What the file of a task does not say. */
	taskDefaults: taskDefaultsSchema,
});

const instant = z.iso.datetime({ offset: true });

const linkOfYear = z.strictObject({ year: z.int().min(1950).max(2100), title: localizedText, url: httpsUrl });

const linksOfYears = z
	.array(linkOfYear)
	.refine((links) => links.every(({ year }, index) => index === 0 || year < (links[index - 1]?.year ?? 0)), {
		error: "years stand newest first, each once",
	});

/** A year may have several albums, of several photographers. */
const albums = z
	.array(linkOfYear)
	.refine((links) => links.every(({ year }, index) => index === 0 || year <= (links[index - 1]?.year ?? 0)), {
		error: "years stand newest first",
	});

/** An https address with all given `{placeholders}`. */
function template(...placeholders: readonly string[]) {
	return z
		.string()
		.startsWith("https://")
		.refine((value) => placeholders.every((placeholder) => value.includes(`{${placeholder}}`)), {
			error: `must be an https address with ${placeholders.map((name) => `{${name}}`).join(" and ")}`,
		});
}

/** The configuration of one year. Unknown keys are refused, so that misspelt ones are found. */
export const editionSchema = z
	.strictObject({
		/** The year is also the label of the edition's host and the first part of its keys in the bucket. */
		year: z.int().min(2000).max(2100),
		/** A year that is played with old data: never the newest one, never finished by one, in no archive, and search engines leave it out. */
		practice: z.boolean().optional(),
		/** A year that organisers prepare while the one before still runs: a draft until they open it. `npm run edition:new` writes it. */
		startsAsDraft: z.boolean().optional(),
		/** Title of the competition and of its pages. */
		title: z.string().min(1).max(60),
		/** Shown after the dates on the home page. */
		place: localizedText,
		/** One sentence for search engines and link previews. */
		pageDescription: localizedText,
		/** Origin of `/api` for existing clients; its host must be one of this edition. */
		apiEndpoint: httpsUrl,
		/** Results at SoaringSpot; null disables the link. */
		soaringSpotUrl: httpsUrl.nullable(),
		/** Contest at SoaringSpot: which one of several the keys show, and that of the map. Null shows an error instead of the map. */
		contestId: z.int().positive().nullable(),
		competition: z.strictObject({
			/** First competition day. */
			from: localDate,
			/** Last competition day, included. */
			to: localDate,
			/** Instant from which visitors can sign up, with its offset. */
			signupSince: instant,
		}),
		/** First instant at which signup is closed again; without it, and at the latest, it closes with the end of the last competition day. */
		signupUntil: instant.optional(),
		/** First instant at which competitors cannot change their entries; without it they always can. */
		entriesUntil: instant.optional(),
		/** Whether organisers need a second factor; without it they do. In local mode they never do. */
		secondFactor: z.enum(["required", "optional"]).optional(),
		mapViewer: z.strictObject({
			/** Address of the iframe, with `{contestId}` and `{flightId}`. */
			template: template("contestId", "flightId"),
		}),
		/** Origins of the iframe (CSP `frame-src`): the viewer and its redirects. */
		frameSources: z.array(z.string().regex(/^https:\/\/(\*\.)?[a-z0-9.-]+$/)).min(1),
		tracking: z.strictObject({
			/** Link of one class, with `{taskOneUrl}`, which is URL-encoded. */
			singleTemplate: template("taskOneUrl"),
			/** Link of both classes, with `{taskOneUrl}` and `{taskTwoUrl}`. */
			combinedTemplate: template("taskOneUrl", "taskTwoUrl"),
			/** External index page of tracking. */
			hubUrl: httpsUrl,
		}),
		/**
		 * Whether two pilots who share one glider and number on alternate days are one competitor: a local rule, which Annex A 3.5.2 does
		 * not know. Without it, a second pilot flies beside the first.
		 */
		sharedEntries: z.boolean().optional(),
		/** Whether visitors read in the starting list who has paid. */
		showsPaid: z.boolean().optional(),
		/** Whether the flight pages show the tracks of uploaded flights to everybody. */
		publishTracks: z.boolean(),
		/**
		 * Minutes by which visitors see live positions later than the desk. Without it 15 until the first of a class has finished, then
		 * none.
		 */
		liveDelay: z.int().min(0).max(15).optional(),
		airfield: airfieldSchema,
		/** External albums, newest first. */
		photoGalleries: albums,
		/** Sites of past years, newest first. */
		archive: linksOfYears,
		sponsors: z.array(sponsorSchema).meta({ ordered: true }),
		contacts: contactsSchema,
		/** Notice of three lines on the home page. */
		alert: z.tuple([localizedText, localizedText, localizedText]),
		/** How many can take part; without it home says nothing of places. */
		capacity: capacitySchema.optional(),
		/** Fields of the entry that are optional elsewhere; clients of the API that do not know one send none all the same. */
		asks: z
			.strictObject({
				nation: z.boolean(),
				licence: z.boolean(),
				trailerPlate: z.boolean(),
			})
			.partial()
			.optional(),
		admission: admissionSchema.default({ policy: "by-hand" }),
		/** Without it home invites with what the other settings say. */
		invitation: invitationSchema.optional(),
		/** Local time of the briefing of every competition day, "HH:MM:SS"; without it home does not say it. */
		dailyBriefing: localTime.optional(),
		/** Account for the entry fee; null hides the payment box. */
		payment: paymentSchema.nullable(),
		/** Fees by class and date; without them everybody owes the amount of the payment. */
		fees: feesSchema.optional(),
		/** Classes in the order in which they are listed. */
		classes: z.array(classSchema).min(1).max(8).meta({ ordered: true }),
		regions: regionsSchema,
		/** Kinds of accommodation. */
		accommodation: accommodationSchema,
		/** Protests against results that become official here. */
		protests: protestSchema,
		/** Whom the desk calls when somebody is missing, in this order. */
		rescue: z
			.array(z.strictObject({ name: localizedText, phone: z.string().min(3).max(32) }))
			.max(8)
			.optional(),
		/** Types of the airspace file, or classes of spaces without a type, such as RMZ or D, that flights are not checked against. */
		uncheckedAirspace: z
			.array(
				z
					.string()
					.regex(/^[A-Z0-9]+$/)
					.max(20)
					.meta({ typed: "code" }),
			)
			.max(20),
		/** Last lines of every mail; without it the organisers of the competition sign. */
		mailSignature: z.array(localizedText).min(1).max(4).optional(),
		/** Recipients of mails about new entries and erasures that wait, and of alerts when no operator is set. */
		organiserEmails: z.array(z.email()).min(1).max(10),
		/** Page for bug reports of visitors. */
		bugReportUrl: httpsUrl,
		/** Shown in the footer. */
		developer: z.strictObject({ name: z.string().min(1), url: httpsUrl }),
	})
	.check(({ value, issues }) => {
		const refuse = (message: string, path: PropertyKey[]) =>
			issues.push({ code: "custom", message, path, input: value });
		const { from, to, signupSince } = value.competition;
		if (from > to) refuse("the competition ends before it begins", ["competition", "to"]);
		if (!from.startsWith(`${value.year}-`)) refuse("is not in the edition's year", ["competition", "from"]);
		if (Date.parse(signupSince) >= Date.parse(`${from}T00:00:00Z`)) {
			refuse("signup opens after the competition has begun", ["competition", "signupSince"]);
		}
		if (value.signupUntil && Date.parse(value.signupUntil) <= Date.parse(signupSince)) {
			refuse("signup closes before it opens", ["signupUntil"]);
		}
		if (value.entriesUntil && Date.parse(value.entriesUntil) <= Date.parse(signupSince)) {
			refuse("entries close before signup opens", ["entriesUntil"]);
		}
		const types = value.classes.map(({ type }) => type);
		if (new Set(types).size < types.length) refuse("two classes have one type", ["classes"]);
		const { policy, places: given } = value.admission;
		if (policy !== "by-hand" && !given) refuse("there are no places to give", ["admission", "places"]);
		const { fees } = value;
		if (fees?.earlyUntil && fees.lateFrom && fees.earlyUntil >= fees.lateFrom)
			refuse("late fees begin before the early ones end", ["fees", "lateFrom"]);
		for (const [, { early, late }] of Object.entries(fees?.byClass ?? {}).filter(([type]) =>
			types.includes(type),
		)) {
			if (early && !fees?.earlyUntil) refuse("early fees have no end", ["fees", "earlyUntil"]);
			if (late && !fees?.lateFrom) refuse("late fees have no beginning", ["fees", "lateFrom"]);
		}
		// What is no address at all is not listed either.
		const viewer = URL.canParse(value.mapViewer.template) ? new URL(value.mapViewer.template).origin : "";
		if (!value.frameSources.includes(viewer)) {
			refuse("the viewer's own origin is missing", ["frameSources"]);
		}
	});

/** The configuration of one year, checked. */
export type Edition = Readonly<z.infer<typeof editionSchema>>;
/** As its file has it: the lists of the entry form may be left out. */
export type EditionFile = Readonly<z.input<typeof editionSchema>>;
export type Sponsor = z.infer<typeof sponsorSchema>;
export type Contacts = z.infer<typeof contactsSchema>;
export type Payment = z.infer<typeof paymentSchema>;
export type Admission = z.infer<typeof admissionSchema>;
export type Capacity = z.infer<typeof capacitySchema>;
export type TaskDefaults = z.infer<typeof taskDefaultsSchema>;
export type EditionClass = z.infer<typeof classSchema>;
