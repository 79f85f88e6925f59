import { z } from "zod";
import {
	classSchema,
	contactsSchema,
	httpsUrl,
	localDate,
	localizedText,
	paymentSchema,
	protestSchema,
	sponsorSchema,
} from "./parts";

const instant = z.iso.datetime({ offset: true });

const linkOfYear = z.strictObject({ year: z.int().min(1950).max(2100), title: localizedText, url: httpsUrl });

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
		/** A year that is played with old data: never the newest one, never closed by it, in no archive, and search engines leave it out. */
		practice: z.boolean().optional(),
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
		/** First instant at which signup is closed again; without it signup never closes. */
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
		/** Whether the flight pages show the tracks of uploaded flights to everybody. */
		publishTracks: z.boolean(),
		/** Reference point of the airfield: degrees (north and east positive) and metres above sea level. */
		airfield: z.strictObject({
			latitude: z.number().min(-90).max(90),
			longitude: z.number().min(-180).max(180),
			elevation: z.number().min(-400).max(5000),
		}),
		/** External albums, newest first. */
		photoGalleries: z.array(linkOfYear),
		/** Sites of past years, newest first. */
		archive: z.array(linkOfYear),
		sponsors: z.array(sponsorSchema),
		contacts: contactsSchema,
		/** Notice of three lines on the home page. */
		alert: z.tuple([localizedText, localizedText, localizedText]),
		/** Account for the entry fee; null hides the payment box. */
		payment: paymentSchema.nullable(),
		/** Classes in the order in which they are listed. */
		classes: z.array(classSchema).min(1).max(8),
		/** Protests against results that become official here. */
		protests: protestSchema,
		/** Whom the desk calls when somebody is missing, in this order. */
		rescue: z.array(z.strictObject({ name: localizedText, phone: z.string().min(3).max(32) })).optional(),
		/** Classes of the airspace file, such as RMZ or NOTAM, that flights are not checked against. */
		uncheckedAirspace: z.array(z.string().regex(/^[A-Z0-9]+$/)),
		/** Recipients of mails about new and changed entries. */
		organiserEmails: z.array(z.email()).min(1),
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
		if (!value.frameSources.includes(new URL(value.mapViewer.template).origin)) {
			refuse("the viewer's own origin is missing", ["frameSources"]);
		}
	});

/** The configuration of one year, checked. */
export type Edition = z.infer<typeof editionSchema>;
