import type { Contacts, Edition, Payment, TaskDefaults } from "./schema";

/*
 * Values that the coming year takes over from the one before. Years that are over have their own ones in `past-years.ts`.
 */

export const place: Edition["place"] = {
	cs: "letiště Horní Lesnice",
	en: "Horní Lesnice airfield",
};

/** The area is the airfield with its runway, camp and car park, between the road and the wood. */
export const airfield: Edition["airfield"] = {
	latitude: 49.5312,
	longitude: 15.8745,
	elevation: 548,
	areas: [
		[
			{ latitude: 49.5372, longitude: 15.8675 },
			{ latitude: 49.5328, longitude: 15.8857 },
			{ latitude: 49.5252, longitude: 15.8815 },
			{ latitude: 49.5296, longitude: 15.8633 },
		],
	],
};

export const pageDescription: Edition["pageDescription"] = {
	cs: "Plachtařská soutěž na letišti Horní Lesnice: přihlášky, startovní listina, úlohy, výsledky a sledování letů.",
	en: "Gliding competition at Horní Lesnice airfield: entries, starting list, tasks, results and live tracking.",
};

export const alert: Edition["alert"] = [
	{
		cs: "Letiště je v\u00a0noci hlídané a\u00a0areál snímají bezpečnostní kamery.",
		en: "The airfield is guarded at night and the grounds are covered by security cameras.",
	},
	{
		cs: "Cennosti prosím nenechávejte v\u00a0autech, stanech ani v\u00a0otevřených transportních vozech.",
		en: "Please leave no valuables in cars, tents or open trailers.",
	},
	{
		cs: "Cokoli podezřelého ihned oznamte hlídce na telefonu +420\u00a0600\u00a0158\u00a0000.",
		en: "Report anything suspicious to the guard at once: +420\u00a0600\u00a0158\u00a0000.",
	},
];

export const sponsors: Edition["sponsors"] = [
	{ name: "Termika Avionics", logo: "/sponsors/termika-avionics.svg", url: "https://termika.example.com/" },
	{ name: "Pivovar Kumulus", logo: "/sponsors/pivovar-kumulus.svg", url: "https://kumulus.example.com/" },
	{ name: "Obec Horní Lesnice", logo: "/sponsors/obec-horni-lesnice.svg", url: null },
	{ name: "Kompozit Servis", logo: "/sponsors/kompozit-servis.svg", url: "https://kompozit.example.com/" },
];

export const contacts: Contacts = {
	organiser: {
		name: "Aeroklub Horní Lesnice, z. s.",
		address: {
			cs: "Letiště 1, 000 00 Horní Lesnice",
			en: "Letiště 1, 000 00 Horní Lesnice, Czech Republic",
		},
		idNumber: "00000019",
		lines: [],
		email: "organiser@example.com",
		phone: "+420 600 158 001",
		url: "https://aeroklub.example.com/",
	},
	director: {
		name: "Bohumil Vránek",
		lines: [
			{
				cs: "Během soutěže denně od 8\u00a0hodin na briefingu",
				en: "At the briefing every competition day from 8\u00a0a.m.",
			},
		],
		email: "director@example.com",
		phone: "+420 600 158 002",
		url: null,
	},
	field: {
		name: "Služba pro přistání do pole",
		lines: [
			{
				cs: "Po přistání do pole volejte nebo pošlete SMS: číslo, místo a\u00a0zda jste v\u00a0pořádku",
				en: "After landing in a field call or text: number, place, and whether you are all right",
			},
			{
				cs: "Druhé číslo, je-li obsazeno: +420\u00a0600\u00a0158\u00a0007",
				en: "Second number, if busy: +420\u00a0600\u00a0158\u00a0007",
			},
		],
		email: null,
		phone: "+420 600 158 006",
		url: null,
	},
	airfield: {
		name: "Letiště Horní Lesnice",
		lines: [
			{
				cs: "49°\u00a031,87′\u00a0N, 15°\u00a052,47′\u00a0E, 548\u00a0m\u00a0n.\u00a0m.",
				en: "49°\u00a031.87′\u00a0N, 15°\u00a052.47′\u00a0E, elevation 548\u00a0m",
			},
			{
				cs: "Travnatá dráha 11/29, 980\u00a0×\u00a0100\u00a0m",
				en: "Grass runway 11/29, 980\u00a0×\u00a0100\u00a0m",
			},
		],
		email: null,
		phone: "+420 600 158 003",
		url: null,
	},
	registrations: {
		name: "Květa Zapletalová",
		lines: [
			{
				cs: "Přihlášky, platby a\u00a0ubytování",
				en: "Entries, payments and accommodation",
			},
		],
		email: "entries@example.com",
		phone: "+420 600 158 004",
		url: null,
	},
	webAndScoring: {
		name: "Otakar Šípek",
		lines: [
			{
				cs: "Web, záznamy letů (IGC) a\u00a0vyhodnocení",
				en: "Website, flight logs (IGC) and scoring",
			},
		],
		email: "scoring@example.com",
		phone: "+420 600 158 005",
		url: null,
	},
};

/** Viewer of flights at SoaringSpot. */
export const mapViewer: Edition["mapViewer"] = {
	template: "https://www.soaringspot.com/cs/download-contest-flight/{contestId}-{flightId}",
};

export const frameSources: Edition["frameSources"] = [
	"https://www.soaringspot.com",
	"https://archive.soaringspot.com",
	"https://seeyou.cloud",
];

export const tracking: Edition["tracking"] = {
	singleTemplate: "https://glideandseek.com/?taskOneUrl={taskOneUrl}",
	combinedTemplate: "https://glideandseek.com/?taskOneUrl={taskOneUrl}&taskTwoUrl={taskTwoUrl}",
	hubUrl: "https://tracking.example.com/glidercup/",
};

/** Account for the entry fee: the sample number of the Czech banking standard. */
export const account: Omit<Payment, "amount"> = {
	iban: "CZ6508000000192000145399",
	bic: "GIBACZPX",
	currency: "CZK",
	recipient: "Aeroklub Horní Lesnice, z. s.",
};

/** Each task says its own rules: a rule that holds all week is better set here, in the file of its year. */
const rules: TaskDefaults["rules"] = {
	startOpens: null,
	startAltitudeM: null,
	startSpeedKmh: null,
	pev: null,
	finishAltitudeM: null,
	finishCloses: null,
	logDeadlineS: null,
};

const scoring = { handicaps: true, earth: "wgs84", subtractFinishRadius: null } as const;

/** `18_meter` flies as Czech Kombi. */
export const classes: Edition["classes"] = [
	{
		type: "club",
		kind: "club",
		name: { cs: "Club", en: "Club" },
		referenceIndex: 100,
		taskDefaults: { rules, scoring: { ...scoring, d1Km: 250, dmKm: 100 } },
	},
	{
		type: "18_meter",
		kind: "18_meter",
		name: { cs: "Kombi", en: "Kombi" },
		referenceIndex: 110,
		taskDefaults: { rules, scoring: { ...scoring, d1Km: 325, dmKm: 130 } },
	},
];

export const capacity: Edition["capacity"] = { byClass: { club: 36, "18_meter": 32 } };

export const invitation: Edition["invitation"] = {
	what: {
		cs: "Devět dnů přeletů s\u00a0handicapem nad Vysočinou, pro piloty s\u00a0odznakem za 50\u00a0km i\u00a0pro ostřílené závodníky.",
		en: "Nine days of handicapped cross-country racing over the Bohemian-Moravian highlands, for holders of a 50\u00a0km badge and seasoned racers alike.",
	},
	camp: {
		cs: "Kemp s\u00a0elektřinou a\u00a0sprchami na letišti Horní Lesnice, pokoje v\u00a0ubytovně, snídaně a\u00a0večeře v\u00a0restauraci.",
		en: "Campsite with electricity and showers at Horní Lesnice airfield, rooms in the hostel, breakfast and dinner in the restaurant.",
	},
	tow: {
		cs: "Pět vlečných letounů, aerovlek do 600\u00a0m nad letištěm za 900\u00a0Kč.",
		en: "Five tugs, aerotow to 600\u00a0m above the airfield for CZK\u00a0900.",
	},
};

export const dailyBriefing: Edition["dailyBriefing"] = "09:30:00";

/** The competition is invented, and so is the second number: an organiser enters that of the own country. */
export const rescue: Edition["rescue"] = [
	{ name: { cs: "Tísňová linka", en: "Emergency" }, phone: "112" },
	{
		name: { cs: "RCC, záchranné koordinační středisko", en: "RCC, rescue coordination centre" },
		phone: "+420 600 000 121",
	},
];

export const protests: Edition["protests"] = {
	hours: 24,
	lastDayHours: 2,
	fee: { amount: 2000, currency: "CZK" },
};

export const uncheckedAirspace: Edition["uncheckedAirspace"] = [];

export const organiserEmails: Edition["organiserEmails"] = ["organiser@example.com", "entries@example.com"];

export const bugReportUrl = "https://bugs.example.com/glidercup/";

export const developer: Edition["developer"] = {
	name: "Lesnice Web Studio",
	url: "https://webstudio.example.com/",
};
