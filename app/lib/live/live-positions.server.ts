import { dayMilliseconds } from "~/lib/editions/prague-time";
import { describeError, logLine } from "~/lib/http/log.server";
import type { Position } from "~/lib/maps/geodesy";
import type { Settings } from "~/lib/settings.server";
import { readBeacon } from "./aprs-line";
import { readRefusedDevices } from "./device-database.server";
import { OgnConnection } from "./ogn-connection.server";
import { type Fix, type LastSeen, PositionMemory, trackFor } from "./position-memory";
import { type Followed, type FollowerState, TaskFollower } from "./task-follower";
import type { TaskProgress } from "./task-progress";

/** What the schedule tells every minute. */
export interface Orders {
	/** Now, by the clock of the application. */
	readonly now: number;
	/** The version of the data from which the order was made. One of an older version knows no consent that was taken back since. */
	readonly version: number;
	/** Until when to listen, milliseconds since 1970; null leaves it as it is. */
	readonly until: number | null;
	readonly airfield: Position;
	readonly network: Settings["openGliderNetwork"];
	/** Ids of devices whose entries have agreed. */
	readonly devices: readonly string[];
	/** All devices of each glider that has several: it is shown by none where one of them asks for privacy. */
	readonly together?: readonly (readonly string[])[];
	/** The tasks on which they are followed; null leaves them as they are. */
	readonly followed: Followed | null;
}

type Standing = Orders & { readonly until: number };

/** Asks for positions: for each device, by how many milliseconds they are late. */
export interface Question {
	readonly now: number;
	readonly devices: Readonly<Record<string, number>>;
	/** Whether it is asked what they have done of their tasks. Nobody asks that without a delay but visitors. */
	readonly withProgress: boolean;
}

export interface Answer {
	/** When the network was last heard, milliseconds since 1970. */
	readonly signalAt: number | null;
	readonly seen: readonly SeenOnTask[];
}

interface SeenOnTask extends LastSeen {
	readonly progress: TaskProgress | null;
}

/** What the object does, and may fail at. */
type Part = "follow" | "advance" | "progress" | "connect" | "save";

/** What the object says of itself. */
export interface Health {
	/** The parts whose last run has failed. */
	readonly failing: readonly Part[];
}

/** What is stored, by its names, and the slots of the tracks. */
interface Stored {
	readonly kept: ReadonlyMap<string, unknown>;
	readonly tracks: ReadonlyMap<string, readonly (readonly [string, Fix])[]>;
}

/** What the device database has said. */
interface Checked {
	readonly readAt: number;
	/** Devices that it was asked about, and those among them whose owners do not want to be seen. */
	readonly devices: readonly string[];
	readonly refused: readonly string[];
}

/** Milliseconds between two orders of the schedule. */
const ordersEvery = 60_000;
/** Milliseconds between two alarms. A connection alone keeps an object for a quarter of an hour. */
const alarmInterval = 30_000;
/** Milliseconds between two alarms while nothing is listened to, and positions wait for their erasure. */
const calmInterval = 3_600_000;
/** Milliseconds between two failed readings of the device database. */
const databasePause = 5 * 60_000;
/** Milliseconds for which the word of the device database holds when it cannot be read any more. */
const wordHolds = 3 * dayMilliseconds;
/** Milliseconds of the longest pause between two connections. */
const longestPause = 5 * 60_000;
/** Kilometres around the airfield of which the server is asked for beacons. */
const radiusKm = 300;
const slots = 64;
/** Milliseconds of the longest delay of visitors. */
const longestDelay = 15 * 60_000;

/** Whether an order was made of older data than the last one, on its way beside it. A database that was restored begins earlier. */
const isOlder = (one: Orders, last: Orders): boolean =>
	one.version < last.version && Math.abs(one.now - last.now) < ordersEvery;

/** The devices of which the device database is asked. */
const asksOf = ({ devices, together = [] }: Pick<Orders, "devices" | "together">): readonly string[] => [
	...new Set([...devices, ...together.flat()]),
];

/** What the device database has said of some devices: ids of nobody else are kept. */
function checkedOf({ readAt, ...said }: Checked, devices: readonly string[]): Checked {
	const isKept = (device: string) => devices.includes(device);
	return { readAt, devices: said.devices.filter(isKept), refused: said.refused.filter(isKept) };
}

/** Who has taken back the consent is not followed any more. */
function onlyOf(devices: readonly string[], followed: Followed | null): Followed | null {
	if (!followed) return null;
	const kept = Object.entries(followed.classes).filter(([device]) => devices.includes(device));
	return { ...followed, classes: Object.fromEntries(kept) };
}

const slotOf = (at: number) => Math.floor(at / alarmInterval);

/**
 * Listens to the Open Glider Network for one edition (decision 140). It keeps nothing of devices that are not among its orders, and
 * nothing of those that the device database refuses or has not been asked about yet.
 */
export class LivePositions {
	readonly #storage: DurableObjectStorage;
	readonly #env: Env;
	#orders: Standing | null = null;
	#memory: PositionMemory | null = null;
	#follower = new TaskFollower();
	#checked: Checked | null = null;
	#databaseFailedAt = 0;
	/** Milliseconds by which the application's clock is ahead. */
	#ahead = 0;
	#connection: OgnConnection | null = null;
	#failures = 0;
	#connectAfter = 0;
	#forgottenWhenSaved = 0;
	readonly #failing = new Set<Part>();

	constructor(state: DurableObjectState, env: Env) {
		this.#storage = state.storage;
		this.#env = env;
		void state.blockConcurrencyWhile(async () => {
			// A storage that does not answer now throws here: the object begins again, and nothing is erased.
			const stored = await this.#stored();
			// What another release has stored otherwise would fail every request and alarm: the next order begins anew.
			await this.#restore(stored).catch((error: unknown) => {
				logLine("error", "live-positions", describeError(error));
				return this.#erase();
			});
		});
	}

	async fetch(request: Request): Promise<Response> {
		const { pathname } = new URL(request.url);
		if (pathname === "/listen") return this.#listen(await request.json<Orders>());
		if (pathname === "/health") return Response.json({ failing: [...this.#failing] } satisfies Health);
		return Response.json(await this.#answer(await request.json<Question>()));
	}

	#now = () => Date.now() + this.#ahead;

	/** One part that fails must not keep the others from their work. It is logged, and the schedule asks for it. */
	async #tolerate(part: Part, work: () => unknown): Promise<void> {
		try {
			await work();
			this.#failing.delete(part);
		} catch (error) {
			this.#failing.add(part);
			logLine("error", "live-positions", { part, ...describeError(error) });
		}
	}

	async #listen(asked: Orders): Promise<Response> {
		const before = this.#orders;
		if (before && isOlder(asked, before)) return new Response(null, { status: 204 });
		const orders = {
			...asked,
			until: asked.until ?? before?.until ?? 0,
			followed: onlyOf(asked.devices, asked.followed ?? before?.followed ?? null),
		};
		this.#orders = orders;
		this.#ahead = orders.now - Date.now();
		this.#memory ??= new PositionMemory(orders.airfield);
		this.#checked = this.#checked && checkedOf(this.#checked, asksOf(orders));
		this.#keepOnlyAllowed();
		await this.#follow(orders.followed);
		await this.#storage.put({ orders, ahead: this.#ahead, checked: this.#checked });
		// Who has taken back the consent is erased before the device database answers.
		const memory = this.#memory;
		if (memory.forgotten !== this.#forgottenWhenSaved) await this.#tolerate("save", () => this.#save(memory));
		// Nobody needs its word before somebody flies: a consent that is given in winter asks nobody.
		if (orders.now < orders.until) await this.#askDatabase(orders);
		this.#keepOnlyAllowed();
		await this.alarm();
		return new Response(null, { status: 204 });
	}

	/** Positions go on without an order where a task cannot be followed. */
	#follow = (followed: Followed | null) =>
		this.#tolerate("follow", () => {
			if (followed) this.#follower.follow(followed);
		});

	async #answer({ now, devices, withProgress }: Question): Promise<Answer> {
		const instants = Object.fromEntries(
			Object.entries(devices).map(([device, delay]) => [device, now - delay]),
		);
		let progress: ReadonlyMap<string, TaskProgress> = new Map();
		// Dots are shown without an order.
		if (withProgress)
			await this.#tolerate("progress", () => {
				const heard = this.#memory?.heardSince(this.#follower.until) ?? [];
				progress = this.#follower.progressAt(instants, heard);
			});
		const memory = this.#memory;
		if (!memory) return { signalAt: null, seen: [] };
		memory.forgetOld(now);
		const seen = Object.entries(instants).flatMap(([device, instant]) => {
			const last = memory.seenUntil(device, instant);
			return last ? { ...last, progress: progress.get(device) ?? null } : [];
		});
		return { signalAt: memory.signalAt, seen };
	}

	/** Reads the device database once a day, and when a device is new. What it has said holds while it cannot be read. */
	async #askDatabase({ now, network, ...ordered }: Orders): Promise<void> {
		const devices = asksOf(ordered);
		const known = new Set(this.#checked?.devices);
		const isFresh = this.#checked !== null && now - this.#checked.readAt < dayMilliseconds;
		if (isFresh && devices.every((device) => known.has(device))) return;
		if (devices.length === 0 || Date.now() - this.#databaseFailedAt < databasePause) return;
		try {
			const read = await readRefusedDevices(network.devices);
			// Meanwhile somebody may have taken back the consent.
			const wanted = this.#orders ? asksOf(this.#orders) : [];
			const refused = devices.filter((device) => read.has(device));
			this.#checked = checkedOf({ readAt: now, devices, refused }, wanted);
			await this.#storage.put("checked", this.#checked);
		} catch (error) {
			this.#databaseFailedAt = Date.now();
			logLine("error", "device-database", describeError(error));
		}
	}

	#keepOnlyAllowed(): void {
		const { readAt = 0, devices = [], refused = [] } = this.#checked ?? {};
		const allowed = new Set(this.#now() - readAt < wordHolds ? devices : []);
		for (const device of refused) allowed.delete(device);
		const { devices: ordered = [], together = [] } = this.#orders ?? {};
		const refusedTogether = together.filter((glider) => !glider.every((device) => allowed.has(device)));
		for (const device of refusedTogether.flat()) allowed.delete(device);
		this.#memory?.keepOnly(new Set(ordered.filter((device) => allowed.has(device))), together);
	}

	/** Keeps the connection, writes what must last, and erases what is old. Whatever fails, the next alarm comes. */
	async alarm(): Promise<void> {
		const [orders, memory] = [this.#orders, this.#memory];
		if (this.#env.LIVE === "off" || !orders || !memory) return this.#erase();
		const now = this.#now();
		const listens = now < orders.until;
		const next = listens ? Math.min(alarmInterval, orders.until - now) : calmInterval;
		await this.#storage.setAlarm(Date.now() + next);
		memory.forgetOld(now);
		this.#follower.keepOnly(new Set(memory.lasts().map(({ device }) => device)));
		await this.#tolerate("advance", () =>
			this.#follower.advanceTo(now - longestDelay, memory.heardSince(this.#follower.until)),
		);
		await this.#tolerate("connect", () => (listens ? this.#keepConnected(orders) : this.#disconnect()));
		await this.#tolerate("save", () => this.#save(memory));
		if (!listens && memory.lasts().length === 0) await this.#erase();
	}

	#keepConnected({ airfield, network }: Orders): void {
		this.#connection?.keepAlive();
		if (this.#connection || Date.now() < this.#connectAfter) return;
		const { latitude, longitude } = airfield;
		const filter = `r/${latitude.toFixed(3)}/${longitude.toFixed(3)}/${radiusKm}`;
		const login = `user GLDRCUP pass -1 vers glidercup 1.0 filter ${filter}`;
		logLine("info", "live-connection", { begins: true });
		const connection = new OgnConnection({ address: network.server, login }, (line) => this.#hear(line));
		this.#connection = connection;
		void connection.ended.then((hasHeard) => {
			// That it was given up is no failure of the network.
			if (this.#connection !== connection) return;
			this.#connection = null;
			this.#failures = hasHeard ? 0 : this.#failures + 1;
			const pause = hasHeard ? 0 : Math.min(alarmInterval * 2 ** (this.#failures - 1), longestPause);
			// The alarm that is nearest to the end of the pause begins it again.
			this.#connectAfter = Date.now() + pause - alarmInterval / 2;
			logLine("info", "live-connection", { ended: true, pauseS: pause / 1000 });
		});
	}

	#disconnect(): void {
		const connection = this.#connection;
		this.#connection = null;
		connection?.close();
		this.#failures = 0;
		this.#connectAfter = 0;
	}

	#hear(line: string): void {
		const beacon = readBeacon(line);
		if (beacon) this.#memory?.hear(beacon, this.#now());
	}

	/** Writes the last positions, and the slots of the tracks in which something is new. An older slot is written over after half an hour. */
	async #save(memory: PositionMemory): Promise<void> {
		// What is heard or forgotten while this is written is for the next time.
		const { forgotten, oldestNews } = memory;
		const isWhole = forgotten !== this.#forgottenWhenSaved;
		memory.oldestNews = Number.POSITIVE_INFINITY;
		if (isWhole) await this.#storage.delete([...(await this.#storage.list({ prefix: "track:" })).keys()]);
		const from = isWhole ? 0 : slotOf(oldestNews) * alarmInterval;
		const tracks: Record<string, (readonly [string, Fix])[]> = {};
		for (const heard of memory.heardSince(from)) {
			const key = `track:${slotOf(heard[1].at) % slots}`;
			tracks[key] ??= [];
			tracks[key].push(heard);
		}
		// What was erased meanwhile is not written again.
		if (memory !== this.#memory) return;
		await this.#storage.put({
			...tracks,
			lasts: memory.lasts(),
			privacy: memory.privacy,
			signalAt: memory.signalAt,
			progress: this.#follower.state,
		});
		this.#forgottenWhenSaved = forgotten;
	}

	async #stored(): Promise<Stored> {
		const [kept, tracks] = await Promise.all([
			this.#storage.get<unknown>([
				...["orders", "ahead", "checked", "lasts", "privacy", "signalAt", "progress"],
			]),
			this.#storage.list<readonly (readonly [string, Fix])[]>({ prefix: "track:" }),
		]);
		return { kept, tracks };
	}

	async #restore({ kept, tracks }: Stored): Promise<void> {
		const orders = kept.get("orders") as Standing | undefined;
		if (!orders) return;
		this.#orders = orders;
		this.#checked = (kept.get("checked") as Checked | undefined) ?? null;
		const memory = new PositionMemory(orders.airfield);
		this.#memory = memory;
		this.#ahead = (kept.get("ahead") as number | undefined) ?? 0;
		const oldest = this.#now() - trackFor;
		const recent = [...tracks.values()].flat().filter(([, { at }]) => at >= oldest);
		memory.restore((kept.get("lasts") as readonly LastSeen[] | undefined) ?? [], recent);
		memory.privacy = (kept.get("privacy") as PositionMemory["privacy"] | undefined) ?? [];
		memory.signalAt = (kept.get("signalAt") as number | null | undefined) ?? null;
		const progress = kept.get("progress") as FollowerState | undefined;
		if (progress) this.#follower.restore(progress);
		await this.#follow(orders.followed);
		this.#keepOnlyAllowed();
	}

	/** Leaves nothing, neither in memory nor stored. */
	async #erase(): Promise<void> {
		this.#disconnect();
		this.#failing.clear();
		this.#orders = null;
		this.#memory = null;
		this.#follower = new TaskFollower();
		this.#checked = null;
		this.#databaseFailedAt = 0;
		await this.#storage.deleteAlarm();
		await this.#storage.deleteAll();
	}
}
