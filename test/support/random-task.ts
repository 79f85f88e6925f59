import type { ZoneStyle } from "~db/enums";
import type { Task, TaskPoint, Zone } from "~db/schema";
import { type Random, randomOf } from "../../scripts/demo/random";

const names = [
	"Bystřinský most",
	"Dlouhý rybník",
	"Jestřábí kostel",
	"Kamenný vrch",
	"O'Brien & syn <věž>",
	"Lipovec, nádraží",
];

/** Tasks of every kind that an organiser may set; the same seed gives the same ones. */
export function* randomTasks(seed: string, count: number): Generator<Task> {
	const random = randomOf(seed);
	for (let made = 0; made < count; made += 1) yield randomTask(random);
}

function randomTask(random: Random): Task {
	const kind = random.chance(0.5) ? "AAT" : "RT";
	const count = random.integer(3, 12);
	const isHome = random.chance(0.7);
	const points = Array.from({ length: count }, (_, index) =>
		randomPoint(random, index, count, kind === "AAT"),
	);
	const [start] = points;
	const finish = points.at(-1);
	if (isHome && start && finish) points[count - 1] = { ...start, zone: finish.zone };
	return {
		kind,
		taskTimeS: kind === "AAT" ? random.integer(4, 20) * 900 : null,
		points,
		rules: {
			startOpens: random.chance(0.7) ? `${random.integer(10, 14)}:${random.integer(10, 59)}:00` : null,
			startAltitudeM: random.chance(0.5) ? random.integer(800, 2500) : null,
			startSpeedKmh: random.chance(0.5) ? random.integer(120, 180) : null,
			pev: random.chance(0.3) ? { waitS: 600, windowS: 480, presses: 3 } : null,
			finishAltitudeM: random.chance(0.5) ? random.integer(400, 900) : null,
			finishCloses: random.chance(0.5) ? `${random.integer(18, 20)}:30:00` : null,
			logDeadlineS: random.chance(0.5) ? 2_700 : null,
		},
		scoring: {
			d1Km: 250,
			dmKm: 100,
			handicaps: true,
			earth: random.chance(0.2) ? "sphere" : "wgs84",
			subtractFinishRadius: random.chance(0.5),
		},
		briefing: {
			gridTime: null,
			firstLaunch: null,
			qnhHpa: null,
			frequencies: null,
			inactiveAirspace: [],
			note: null,
		},
	};
}

function randomPoint(random: Random, index: number, count: number, isArea: boolean): TaskPoint {
	const isEnd = index === 0 || index === count - 1;
	return {
		// Two points of one name lie at different places.
		name: `${random.pick(names)} ${random.integer(1, 3)}`,
		code: `TP${index}`,
		latitude: Math.round((random.next() * 4 + 48) * 1e6) / 1e6,
		longitude: Math.round((random.next() * 8 + 12) * 1e6) / 1e6,
		elevationM: random.chance(0.9) ? random.integer(120, 1_400) : null,
		zone: randomZone(random, isEnd, index === 0, isArea),
	};
}

function randomZone(random: Random, isEnd: boolean, isStart: boolean, isArea: boolean): Zone {
	const styles: readonly ZoneStyle[] = ["fixed", "symmetrical", "next", "previous", "start"];
	const style = isEnd ? (isStart ? "next" : "previous") : random.pick(styles);
	const direction = { style, axisDeg: style === "fixed" ? random.integer(0, 3_599) / 10 : null };
	const radiusM = isArea ? random.integer(5, 60) * 1_000 : random.integer(1, 20) * 500;
	const angleDeg = random.integer(1, 17) * 20;
	const shape = random.pick(
		isEnd ? (["line", "cylinder"] as const) : (["cylinder", "sector", "keyhole", "ring"] as const),
	);
	if (shape === "line") return { shape, lengthM: random.integer(1, 20) * 1_000, ...direction };
	if (shape === "cylinder") return { shape, radiusM, ...direction };
	if (shape === "sector") return { shape, radiusM, angleDeg, ...direction };
	if (shape === "keyhole")
		return { shape, radiusM, angleDeg: 90, innerRadiusM: Math.round(radiusM / 4), ...direction };
	return {
		shape,
		radiusM,
		innerRadiusM: Math.round(radiusM / 3),
		angleDeg: random.chance(0.3) ? 360 : angleDeg,
		...direction,
	};
}
