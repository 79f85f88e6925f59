import { newestOf, parseEditions } from "../../editions/parse";
import type { Edition, EditionFile, TaskDefaults } from "../../editions/schema";

/*
 * What tests in Node and workerd find in `~editions/index`: six editions of the tests, of which the last is open. What an operator sets in
 * `editions/` changes no test.
 */

const unruled: TaskDefaults["rules"] = {
	startOpens: null,
	startAltitudeM: null,
	startSpeedKmh: null,
	pev: null,
	finishAltitudeM: null,
	finishCloses: null,
	logDeadlineS: null,
};

const account = {
	iban: "CZ6508000000192000145399",
	currency: "CZK",
	recipient: "Aeroklub Horní Lesnice, z. s.",
};

/** Years with a link of their own: an album, or a site. */
const yearsBack = (to: number) => Array.from({ length: 2025 - to }, (_, back) => 2024 - back);

const ofEveryYear = {
	classes: [
		{
			type: "club",
			kind: "club",
			name: { cs: "Club", en: "Club" },
			referenceIndex: 100,
			taskDefaults: {
				rules: unruled,
				scoring: { handicaps: true, earth: "wgs84", subtractFinishRadius: null, d1Km: 250, dmKm: 100 },
			},
		},
		{
			type: "18_meter",
			kind: "18_meter",
			name: { cs: "Kombi", en: "Kombi" },
			referenceIndex: 110,
			taskDefaults: {
				rules: unruled,
				scoring: { handicaps: true, earth: "wgs84", subtractFinishRadius: null, d1Km: 325, dmKm: 130 },
			},
		},
	],
	protests: {
		hours: 24,
		lastDayHours: 2,
		fee: { amount: 2000, currency: "CZK" },
	},
	uncheckedAirspace: [],
	place: {
		cs: "letiště Horní Lesnice",
		en: "Horní Lesnice airfield",
	},
	pageDescription: {
		cs: "Plachtařská soutěž na letišti Horní Lesnice: přihlášky, startovní listina, úlohy, výsledky a sledování letů.",
		en: "Gliding competition at Horní Lesnice airfield: entries, starting list, tasks, results and live tracking.",
	},
	mapViewer: {
		template: "https://www.soaringspot.com/cs/download-contest-flight/{contestId}-{flightId}",
	},
	frameSources: ["https://www.soaringspot.com", "https://archive.soaringspot.com", "https://seeyou.cloud"],
	tracking: {
		singleTemplate: "https://glideandseek.com/?taskOneUrl={taskOneUrl}",
		combinedTemplate: "https://glideandseek.com/?taskOneUrl={taskOneUrl}&taskTwoUrl={taskTwoUrl}",
		hubUrl: "https://tracking.example.com/glidercup/",
	},
	publishTracks: true,
	airfield: {
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
	},
	sponsors: [
		{
			name: "Termika Avionics",
			logo: "/sponsors/termika-avionics.svg",
			url: "https://termika.example.com/",
		},
		{ name: "Pivovar Kumulus", logo: "/sponsors/pivovar-kumulus.svg", url: "https://kumulus.example.com/" },
		{ name: "Obec Horní Lesnice", logo: "/sponsors/obec-horni-lesnice.svg", url: null },
		{
			name: "Kompozit Servis",
			logo: "/sponsors/kompozit-servis.svg",
			url: "https://kompozit.example.com/",
		},
	],
	contacts: {
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
	},
	alert: [
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
	],
	organiserEmails: ["organiser@example.com", "entries@example.com"],
	bugReportUrl: "https://bugs.example.com/glidercup/",
	developer: {
		name: "Lesnice Web Studio",
		url: "https://webstudio.example.com/",
	},
	photoGalleries: yearsBack(2015).map((year) => ({
		year,
		title: { cs: `Fotografie ${year}`, en: `Photos ${year}` },
		url: `https://photos.example.com/glidercup/${year}/`,
	})),
	archive: yearsBack(2009).map((year) => ({
		year,
		title: { cs: `Glider Cup ${year}`, en: `Glider Cup ${year}` },
		url:
			year < 2020 ? `https://archive.example.com/glidercup/${year}/` : `https://${year}.glidercup.example/`,
	})),
} satisfies Partial<Edition>;

/** Competition days of a year, and its entry fee. */
const years = [
	[2020, "2020-07-11", "2020-07-19", 2000],
	[2021, "2021-07-10", "2021-07-18", 2000],
	[2022, "2022-07-09", "2022-07-17", 2200],
	[2023, "2023-07-08", "2023-07-16", 2400],
	[2024, "2024-07-05", "2024-07-13", 2500],
	[2025, "2025-07-12", "2025-07-20", 2500],
] as const;

const rescue: Edition["rescue"] = [
	{ name: { cs: "Tísňová linka", en: "Emergency" }, phone: "112" },
	{
		name: { cs: "RCC, záchranné koordinační středisko", en: "RCC, rescue coordination centre" },
		phone: "+420 600 000 121",
	},
];

export const editions = parseEditions(
	years.map(
		([year, from, to, amount]): EditionFile => ({
			...ofEveryYear,
			year,
			title: `Glider Cup ${year}`,
			competition: { from, to, signupSince: `${year}-03-01T12:00:00+01:00` },
			apiEndpoint: `https://api.${year}.glidercup.example`,
			soaringSpotUrl: year === 2020 ? null : `https://www.soaringspot.com/en_gb/glider-cup-${year}/`,
			contestId: 3190,
			payment: { ...account, amount },
			...(year === 2025 && { rescue }),
		}),
	),
);

/** The edition of the main domain. @param opened the years that organisers have opened, of the editions that start as drafts */
export function newestEdition(opened?: ReadonlySet<number>): Edition {
	return newestOf(editions, opened);
}

export function editionOfYear(year: number): Edition | undefined {
	return editions.find((edition) => edition.year === year);
}
