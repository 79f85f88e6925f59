import type { Position } from "~/lib/maps/geodesy";
import { circling, cruising, FlownGlider, type Flying } from "./flown-glider";
import { sinkAt, speedFor } from "./glider";
import type { GeneratedFix } from "./igc-generator";
import { along, aside, distance, lengthOf, type Place } from "./places";
import type { Random } from "./random";
import { nextSearch, thermalAt } from "./thermal";

/** A flight as its pilot means to fly it. Times are seconds since the UTC midnight of the date. */
export interface SoaringPlan extends Flying {
	/** Where the pilot means to turn: the start, the turns, and the finish at the airfield. */
	readonly turns: readonly Position[];
	readonly takeOff: number;
	/** Earliest time at which the pilot flies over the line. */
	readonly start: number;
	/** Metres above sea level over the start line. */
	readonly startHeight: number;
	/** Skill from 0 to 1. */
	readonly skill: number;
	/** Share of the way after which the pilot finds no more lift, and lands out; null for one who comes home. */
	readonly lostAfter: number | null;
	/** Share of the way after which a low pilot starts the engine once; null for one who never does. */
	readonly motorAfter: number | null;
}

/** Metres. */
const towHeight = 600;
const behindLine = 5_000;
/** Metres a second. */
const tow = { speed: 30, climb: 2.8 };
const motor = { speed: 27, climb: 2.2, seconds: 240, noise: 880 };
const brakes = { speed: 27, sink: 4 };
/** Metres a second, where somebody finds no more lift. */
const fallingAir = 1;
/** Metres above the ground. */
const reserve = 260;
const lowest = 450;
/** Metres from a turn within which nobody looks for clouds beside the way. */
const nearTurn = 9_000;

/** Flies a plan step by step: tow, start, climbs and glides, and the landing. The same plan and seed give the same fixes. */
export function soar(plan: SoaringPlan, random: Random): readonly GeneratedFix[] {
	return new Flight(plan, random).fly();
}

/** What the pilot decides. */
class Flight extends FlownGlider {
	private readonly turns: readonly Place[];
	private flown = 0;
	private hasMotored = false;
	/** Metres above the airfield at which the pilot looks for the next climb. */
	private search: number;
	/** Off the way to the turn, towards the next cloud, as long as the glide is no longer than that. */
	private detour = { tangent: 0, until: 0 };

	constructor(
		private readonly plan: SoaringPlan,
		private readonly random: Random,
	) {
		super(plan, plan.takeOff - random.integer(120, 400), random.next() * 6);
		this.search = 650 + 350 * plan.skill;
		this.turns = plan.turns.map((turn) => this.onPlane(turn));
	}

	fly(): readonly GeneratedFix[] {
		const { plan } = this;
		const [line = this.place, first = this.place] = this.turns;
		const back = along(first, line, distance(first, line) + behindLine);
		this.stand(plan.takeOff - this.time);
		this.pull(back);
		while (this.height < towHeight + 200) this.circle();
		this.waitBehind(back);
		this.record();
		const isHome = this.turns.slice(1).every((turn) => this.flyTo(turn));
		if (isHome) this.land(along(first, line, distance(first, line) + 1_300));
		this.stand(180);
		return this.fixes;
	}

	/** Behind a tow plane, upwards. */
	private pull(to: Place): void {
		const start = this.place;
		const whole = distance(start, to);
		for (let gone = 0; this.height < towHeight; gone += tow.speed * circling)
			this.step(circling, along(start, to, Math.min(whole, gone)), tow.climb);
	}

	/** Climbs and glides about until it is time, and leaves with the height that the glide to the line costs. */
	private waitBehind(back: Place): void {
		const { plan } = this;
		const speed = 32;
		const leaving = plan.start - behindLine / speed;
		const top =
			plan.startHeight - plan.airfield.elevation + (behindLine / speed) * sinkAt(plan.glider, speed);
		while (this.time < leaving - 300) {
			while (this.height < top - 200 && this.time < leaving - 300) this.circle();
			const side = this.random.chance(0.5) ? 1 : -1;
			this.glideBy({ north: back.north + 1_800 * side, east: back.east - 2_200 * side });
			this.glideBy(back);
		}
		this.glideBy(back);
		while (this.height < top) this.circle();
		while (this.time < leaving) this.circle(0);
	}

	/** @returns false when the flight ends before */
	private flyTo(turn: Place): boolean {
		for (let left = distance(this.place, turn); left > 1; left = distance(this.place, turn)) {
			if (this.height <= 0) return false;
			if (this.height < this.search && !this.reachesHome(turn) && !this.isLost()) this.climb(turn);
			this.glide(turn, left);
		}
		return true;
	}

	private glide(turn: Place, left: number): void {
		const { air, glider, skill } = this.plan;
		const wave = Math.sin(this.time / 170 + this.phase) + 0.6 * Math.sin(this.time / 61 + 2 * this.phase);
		const gust = 0.5 * (this.random.next() - 0.5);
		const rising = 0.6 * wave + gust - 0.15 + 0.3 * skill - (this.isLost() ? fallingAir : 0);
		// Slower in rising air, faster in sinking air.
		const speed = speedFor(glider, air.lift * (0.35 + 0.4 * skill)) - 4 * (wave / 1.6);
		const withWind = along(this.place, turn, 1);
		const tail =
			(withWind.north - this.place.north) * air.wind.north +
			(withWind.east - this.place.east) * air.wind.east;
		const gone = Math.min(left, (speed + tail) * cruising);
		const seconds = Math.max(1, Math.round(gone / (speed + tail)));
		this.flown += gone;
		const off = left > nearTurn ? gone * this.tangentOfDetour() : 0;
		this.step(seconds, aside(along(this.place, turn, gone), turn, off), rising - sinkAt(glider, speed));
	}

	/** Every few kilometres another cloud looks best. */
	private tangentOfDetour(): number {
		if (this.flown > this.detour.until)
			this.detour = {
				tangent: 0.7 * (this.random.next() - 0.5),
				until: this.flown + this.random.integer(3_000, 9_000),
			};
		return this.detour.tangent;
	}

	/** Whether the height suffices for the rest of the way, with a reserve. */
	private reachesHome(turn: Place): boolean {
		const { glider, air, skill } = this.plan;
		const speed = speedFor(glider, air.lift * (0.35 + 0.4 * skill));
		const rest = distance(this.place, turn) + this.after(turn);
		return this.height > reserve + (1.12 * rest * sinkAt(glider, speed)) / (speed - 4);
	}

	private climb(turn: Place): void {
		const { air, motorAfter, skill } = this.plan;
		if (motorAfter !== null && !this.hasMotored && this.share() > motorAfter) this.startMotor(turn);
		const { time, height } = this;
		const { strength, top, side } = thermalAt(air, { time, height, skill }, this.random);
		while (this.height < top && !this.reachesHome(turn)) this.circle(strength, side);
		this.search = nextSearch(top, skill, this.random);
		this.detour = { tangent: 0, until: 0 };
	}

	private startMotor(turn: Place): void {
		this.hasMotored = true;
		while (this.height > lowest)
			this.step(cruising, along(this.place, turn, 30 * cruising), -sinkAt(this.plan.glider, 30) - 0.6);
		this.noise = motor.noise;
		for (let seconds = 0; seconds < motor.seconds; seconds += circling)
			this.step(circling, along(this.place, turn, motor.speed * circling), motor.climb);
		this.noise = 3;
	}

	/** Down in circles behind the line, which nobody crosses then. */
	private land(beside: Place): void {
		this.glideBy(beside);
		while (this.height > 60) this.circle(-brakes.sink);
		const field = along(beside, { north: 0, east: 0 }, 1_000);
		while (distance(this.place, field) > 100)
			this.step(circling, along(this.place, field, brakes.speed * circling), -this.height / 40);
		this.height = 0;
	}

	/** Metres from a turn to the finish. */
	private after(turn: Place): number {
		return lengthOf(this.turns.slice(this.turns.indexOf(turn)));
	}

	private isLost(): boolean {
		return this.plan.lostAfter !== null && this.share() > this.plan.lostAfter;
	}

	private share(): number {
		return this.flown / lengthOf(this.turns);
	}
}
