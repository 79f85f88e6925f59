export interface FakeContestant {
	number: string;
	name: string;
	club: string;
	model: string;
	registration: string;
	handicap: number;
	notCompeting?: boolean;
}

export interface FakeResult {
	contestant: FakeContestant;
	points: number;
	pointsTotal: number;
	rank: number;
	rankTotal: number;
	penalty?: number;
	/** Absent when the pilot did not fly. */
	flightId?: number;
}

export interface FakeTask {
	date: string;
	number: number;
	status: string;
	results: FakeResult[];
}

/** A point as the API has it: angles in radians, lengths in metres. */
export interface FakePoint {
	name: string;
	latitude: number;
	longitude: number;
	elevation: number;
	oz_type: string;
	oz_radius1: number;
	oz_angle1: number;
	oz_radius2: number;
	oz_angle2: number;
	oz_angle12: number;
	oz_line: boolean;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The area task that every class flies every day: a line, an area, a keyhole and a ring. */
export const fakePoints: FakePoint[] = [
	{
		...pointAt("Start", 49.53, 15.87),
		oz_type: "next",
		oz_radius1: 5_000,
		oz_angle1: radians(90),
		oz_line: true,
	},
	{ ...pointAt("Area", 49.9, 16.2), oz_radius1: 20_000 },
	{
		...pointAt("Keyhole", 49.2, 16.4),
		oz_radius1: 10_000,
		oz_angle1: radians(45),
		oz_radius2: 500,
		oz_angle2: Math.PI,
	},
	{ ...pointAt("Finish", 49.53, 15.87), oz_type: "previous", oz_radius1: 3_000 },
];

function pointAt(name: string, latitude: number, longitude: number): FakePoint {
	return {
		name,
		latitude: radians(latitude),
		longitude: radians(longitude),
		elevation: 480,
		oz_type: "symmetric",
		oz_radius1: 500,
		oz_angle1: Math.PI,
		oz_radius2: 0,
		oz_angle2: 0,
		oz_angle12: 0,
		oz_line: false,
	};
}

export interface FakeClass {
	id: number;
	name: string;
	type: string;
	tasks: FakeTask[];
}

export interface FakeContest {
	id: number;
	name: string;
	classes: FakeClass[];
}

const CLUB: FakeContestant[] = [
	{
		number: "K1",
		name: "Jan Vzorný",
		club: "Aeroklub Lípa",
		model: "LS 4",
		registration: "OK-1001",
		handicap: 1.04,
	},
	{
		number: "AB",
		name: "Petra Ukázková",
		club: "Aeroklub Javor",
		model: "Std. Cirrus",
		registration: "OK-1002",
		handicap: 0.99,
	},
	{
		number: "7",
		name: "Karel Příklad",
		club: "Aeroklub Buk",
		model: "ASW 15",
		registration: "OK-1003",
		handicap: 0.97,
	},
	{
		number: "ZX",
		name: "Hans Muster",
		club: "Luftsportverein Muster",
		model: "ASW 19",
		registration: "D-1004",
		handicap: 1.0,
		notCompeting: true,
	},
];

const KOMBI: FakeContestant[] = [
	{
		number: "18",
		name: "Tomáš Zkušební",
		club: "Aeroklub Dub",
		model: "ASG 29",
		registration: "OK-2001",
		handicap: 1.21,
	},
	{
		number: "XL",
		name: "Eva Názorná",
		club: "Aeroklub Jedle",
		model: "Ventus 2",
		registration: "OK-2002",
		handicap: 1.19,
	},
	{
		number: "M3",
		name: "Ota Modelový",
		club: "Aeroklub Smrk",
		model: "LS 8",
		registration: "OK-2003",
		handicap: 1.16,
	},
];

/** The first flight id; real ones no longer fit into 32 bits. */
const FIRST_FLIGHT_ID = 10_541_334_700;

const SCORED_DATES = [
	{ date: "2025-07-12", status: "official" },
	{ date: "2025-07-13", status: "official" },
	{ date: "2025-07-14", status: "unofficial" },
	{ date: "2025-07-16", status: "preliminary" },
];

/** A contest of two classes, each with four scored tasks, a practice day before and a cancelled task between them. */
export function sampleContest(): FakeContest {
	return {
		id: 3190,
		name: "Glider Cup 2025",
		classes: [
			{ id: 11, name: "Klub", type: "club", tasks: tasksOf(CLUB, 0) },
			{ id: 12, name: "Kombi", type: "18_meter", tasks: tasksOf(KOMBI, 100) },
		],
	};
}

function tasksOf(contestants: FakeContestant[], flightOffset: number): FakeTask[] {
	const totals = new Map<string, number>();
	const scored = SCORED_DATES.map(({ date, status }, day) => {
		const points = new Map(
			contestants.map(({ number }, seat) => [number, 1000 - 137 * ((seat + day) % contestants.length)]),
		);
		for (const [number, value] of points) totals.set(number, (totals.get(number) ?? 0) + value);
		const results = contestants.map((contestant, seat) => ({
			contestant,
			points: points.get(contestant.number) ?? 0,
			pointsTotal: totals.get(contestant.number) ?? 0,
			rank: rankOf(points, contestant.number),
			rankTotal: rankOf(totals, contestant.number),
			penalty: day === 1 && seat === 0 ? 25 : 0,
			flightId: FIRST_FLIGHT_ID + flightOffset + 10 * day + seat,
		}));
		return { date, number: day + 1, status, results };
	});
	return [
		{ date: "2025-07-11", number: -1, status: "practice", results: scored[0]?.results ?? [] },
		...scored,
		{ date: "2025-07-15", number: 5, status: "cancelled", results: [] },
	];
}

function rankOf(points: Map<string, number>, number: string): number {
	const own = points.get(number) ?? 0;
	return 1 + [...points.values()].filter((value) => value > own).length;
}
