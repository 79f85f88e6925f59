import { metresPerDegree, type Position } from "~/lib/maps/geodesy";
import { type Air, type Glider, sinkAt } from "./glider";
import type { GeneratedFix } from "./igc-generator";
import { along, distance, type Place } from "./places";

/** Seconds between two fixes: the recorder writes more of them while the glider circles. */
export const cruising = 12;
export const circling = 4;

/** Metres. */
const circleRadius = 100;
/** Seconds of a circle. */
const turnTime = 26;

/** A flight: who flies where, and in which weather. */
export interface Flying {
	readonly airfield: Position & { readonly elevation: number };
	readonly air: Air;
	readonly glider: Glider;
}

/** A glider that moves step by step over the plane around its airfield, and its recorder. */
export class FlownGlider {
	protected readonly fixes: GeneratedFix[] = [];
	protected place: Place = { north: 0, east: 0 };
	/** Metres above the airfield. */
	protected height = 0;
	protected noise = 3;

	/** @param time in seconds since the UTC midnight of the date @param phase of its circles, in radians */
	constructor(
		private readonly flying: Flying,
		protected time: number,
		protected readonly phase: number,
	) {}

	protected stand(seconds: number): void {
		for (const end = this.time + seconds; this.time < end; this.time += cruising) this.record();
	}

	/** Straight, in still air. */
	protected glideBy(to: Place): void {
		const speed = 30;
		while (distance(this.place, to) > speed * cruising)
			this.step(cruising, along(this.place, to, speed * cruising), -sinkAt(this.flying.glider, speed));
	}

	/** A step around the centre of a thermal, which the wind carries. */
	protected circle(strength = 1.8, side = 1): void {
		const { wind } = this.flying.air;
		const angle = (2 * Math.PI * this.time) / turnTime + this.phase;
		const at = (turned: number) => ({
			north: circleRadius * Math.cos(side * turned),
			east: circleRadius * Math.sin(side * turned),
		});
		const [from, to] = [at(angle), at(angle + (2 * Math.PI * circling) / turnTime)];
		const rate = strength * (1 + 0.25 * Math.sin(angle));
		this.step(
			circling,
			{
				north: this.place.north + to.north - from.north + wind.north * circling,
				east: this.place.east + to.east - from.east + wind.east * circling,
			},
			rate,
		);
	}

	protected step(seconds: number, to: Place, rate: number): void {
		this.record();
		this.time += seconds;
		this.place = to;
		this.height = Math.max(0, this.height + rate * seconds);
	}

	protected record(): void {
		const { latitude, longitude, elevation } = this.flying.airfield;
		const altitude = Math.round(elevation + this.height);
		this.fixes.push({
			time: this.time,
			latitude: latitude + this.place.north / metresPerDegree,
			longitude: longitude + this.place.east / (metresPerDegree * cosine(latitude)),
			pressureAltitude: altitude,
			gnssAltitude: altitude + 45,
			valid: true,
			noise: this.noise,
		});
	}

	protected onPlane(point: Position): Place {
		const { latitude, longitude } = this.flying.airfield;
		return {
			north: (point.latitude - latitude) * metresPerDegree,
			east: (point.longitude - longitude) * metresPerDegree * cosine(latitude),
		};
	}
}

const cosine = (degrees: number) => Math.cos((degrees * Math.PI) / 180);
