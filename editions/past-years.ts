import { archive, photoGalleries } from "./archive";
import type { Edition, EditionFile, TaskDefaults } from "./schema";

/*
 * The years that are over, with their own values: what is changed for a coming year in `common.ts` changes none of them. Only their links
 * to each other are those of `archive.ts`.
 */

/** What names a year stands in each row, all else where it differs from the row above; the first row is whole. */
type Row = Pick<Edition, "year" | "title" | "competition" | "apiEndpoint" | "soaringSpotUrl" | "contestId"> &
	Partial<Omit<Edition, "archive" | "photoGalleries">>;

const unruled: TaskDefaults["rules"] = {
	startOpens: null,
	startAltitudeM: null,
	startSpeedKmh: null,
	pev: null,
	finishAltitudeM: null,
	finishCloses: null,
	logDeadlineS: null,
};

/** Oldest first. `npm run edition:new` puts the year that closes at the end. */
const rows: readonly Row[] = [
	{
		year: 2020,
		title: "Glider Cup 2020",
		competition: { from: "2020-07-11", to: "2020-07-19", signupSince: "2020-03-01T12:00:00+01:00" },
		apiEndpoint: "https://api.2020.glidercup.example",
		soaringSpotUrl: null,
		contestId: 3190,
		payment: {
			iban: "CZ6508000000192000145399",
			currency: "CZK",
			recipient: "Aeroklub Horní Lesnice, z. s.",
			amount: 2000,
		},
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
	},
	{
		year: 2021,
		title: "Glider Cup 2021",
		competition: { from: "2021-07-10", to: "2021-07-18", signupSince: "2021-03-01T12:00:00+01:00" },
		apiEndpoint: "https://api.2021.glidercup.example",
		soaringSpotUrl: "https://www.soaringspot.com/en_gb/glider-cup-2021/",
		contestId: 3190,
	},
	{
		year: 2022,
		title: "Glider Cup 2022",
		competition: { from: "2022-07-09", to: "2022-07-17", signupSince: "2022-03-01T12:00:00+01:00" },
		apiEndpoint: "https://api.2022.glidercup.example",
		soaringSpotUrl: "https://www.soaringspot.com/en_gb/glider-cup-2022/",
		contestId: 3190,
		payment: {
			iban: "CZ6508000000192000145399",
			currency: "CZK",
			recipient: "Aeroklub Horní Lesnice, z. s.",
			amount: 2200,
		},
	},
	{
		year: 2023,
		title: "Glider Cup 2023",
		competition: { from: "2023-07-08", to: "2023-07-16", signupSince: "2023-03-01T12:00:00+01:00" },
		apiEndpoint: "https://api.2023.glidercup.example",
		soaringSpotUrl: "https://www.soaringspot.com/en_gb/glider-cup-2023/",
		contestId: 3190,
		payment: {
			iban: "CZ6508000000192000145399",
			currency: "CZK",
			recipient: "Aeroklub Horní Lesnice, z. s.",
			amount: 2400,
		},
	},
	{
		year: 2024,
		title: "Glider Cup 2024",
		competition: { from: "2024-07-05", to: "2024-07-13", signupSince: "2024-03-01T12:00:00+01:00" },
		apiEndpoint: "https://api.2024.glidercup.example",
		soaringSpotUrl: "https://www.soaringspot.com/en_gb/glider-cup-2024/",
		contestId: 3190,
		payment: {
			iban: "CZ6508000000192000145399",
			currency: "CZK",
			recipient: "Aeroklub Horní Lesnice, z. s.",
			amount: 2500,
		},
	},
];

/** Oldest first, not yet checked. */
export const pastYears: readonly EditionFile[] = rows.map(
	(_, index) => Object.assign({ archive, photoGalleries }, ...rows.slice(0, index + 1)) as EditionFile,
);
