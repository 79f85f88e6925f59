import type { Task } from "~db/schema";
import type { Fix } from "./position-memory";
import { advance, type FlownRace, flownRace, type TaskProgress } from "./task-progress";

/** What the classes fly today, and who flies in which class. It survives JSON. */
export interface Followed {
	/** By type of the class. Another version of a task has another id, and everybody begins again. */
	readonly tasks: Readonly<
		Record<
			string,
			{ readonly id: string; readonly date: string } & Pick<Task, "kind" | "points" | "rules" | "scoring">
		>
	>;
	/** Types of classes by device. */
	readonly classes: Readonly<Record<string, string>>;
}

/** What is known of a device; it survives JSON. */
interface Known {
	readonly taskId: string;
	readonly progress: TaskProgress | null;
	/** Since when it is slow, milliseconds since 1970; null while it flies. */
	readonly slowSince: number | null;
}

export interface FollowerState {
	/** Milliseconds since 1970 up to which all are followed. */
	readonly until: number;
	readonly known: readonly (readonly [device: string, known: Known])[];
}

type Heard = readonly (readonly [device: string, fix: Fix])[];

/** Kilometres an hour below which a glider may stand, and the milliseconds after which it has landed. */
const slowest = 15;
const landedAfter = 60_000;

/**
 * Follows the gliders on the tasks of their classes. It stays behind by the longest delay of visitors, whom it must say nothing that is
 * newer, and goes on from there for each question.
 */
export class TaskFollower {
	#races = new Map<string, { readonly id: string; readonly race: FlownRace }>();
	#classes: Followed["classes"] = {};
	#known = new Map<string, Known>();
	#until = 0;

	/** Milliseconds since 1970 up to which all are followed: what was heard later is still needed. */
	get until(): number {
		return this.#until;
	}

	follow({ tasks, classes }: Followed): void {
		this.#classes = classes;
		const before = this.#races;
		this.#races = new Map(
			Object.entries(tasks).map(([classType, { id, date, ...task }]) => {
				const known = before.get(classType);
				return [classType, known?.id === id ? known : { id, race: flownRace(task, date) }];
			}),
		);
		for (const device of this.#known.keys()) if (!classes[device]) this.#known.delete(device);
	}

	/** Nothing is left of devices of which no position is. */
	keepOnly(devices: ReadonlySet<string>): void {
		for (const device of this.#known.keys()) if (!devices.has(device)) this.#known.delete(device);
	}

	/** Takes in what was heard up to an instant, of each device in order of time. */
	advanceTo(instant: number, heard: Heard): void {
		this.#takeIn(this.#known, heard, () => instant);
		this.#until = Math.max(this.#until, instant);
	}

	/** The progress of devices, each up to an instant; of those alone that are followed. @param heard as for `advanceTo` */
	progressAt(instants: Readonly<Record<string, number>>, heard: Heard): ReadonlyMap<string, TaskProgress> {
		const known = new Map(this.#known);
		this.#takeIn(known, heard, (device) => instants[device] ?? 0);
		const found = new Map<string, TaskProgress>();
		for (const [device, { taskId, progress }] of known)
			if (progress && taskId === this.#raceOf(device)?.id) found.set(device, progress);
		return found;
	}

	#takeIn(known: Map<string, Known>, heard: Heard, instantOf: (device: string) => number): void {
		for (const [device, fix] of heard) {
			if (fix.at <= this.#until || fix.at > instantOf(device)) continue;
			const after = this.#stepOf(device, fix, known.get(device));
			if (after) known.set(device, after);
		}
	}

	get state(): FollowerState {
		return { until: this.#until, known: [...this.#known] };
	}

	restore({ until, known }: FollowerState): void {
		this.#until = until;
		this.#known = new Map(known);
	}

	#raceOf(device: string) {
		return this.#races.get(this.#classes[device] ?? "");
	}

	#stepOf(device: string, fix: Fix, before: Known | undefined): Known | null {
		const followed = this.#raceOf(device);
		if (!followed) return null;
		const { progress = null, slowSince = null } = before?.taskId === followed.id ? before : {};
		if (fix.speed < slowest) return { taskId: followed.id, progress, slowSince: slowSince ?? fix.at };
		// Who flies again after a landing begins again, unless the task is flown.
		const hasLanded = slowSince !== null && fix.at - slowSince >= landedAfter;
		const last = hasLanded && progress?.finishedAt === null ? null : progress;
		return { taskId: followed.id, progress: advance(last, fix, followed.race), slowSince: null };
	}
}
