import { pragueDate } from "~/lib/editions/prague-time";
import type { Role } from "~db/enums";
import type { payments, registrations, users } from "~db/schema";
import type { Edition } from "~editions/schema";
import type { referenceRows } from "../reference/reference-rows";
import { stableId } from "../reference/stable-id";
import { aeroclubOf, loggerOf, type Numbers, numbersOf, phoneOf } from "./equipment";
import { admin, novice, type Person, peopleOf, pilot, team } from "./people";
import type { Random } from "./random";

type User = typeof users.$inferInsert;
type Registration = typeof registrations.$inferInsert;
type Reference = ReturnType<typeof referenceRows>;
type ClassType = "club" | "18_meter";
type State = "accepted" | "reserve" | "waiting";

/** Entries of a class by state. */
export type FieldSize = Record<ClassType, Record<State, number>>;

interface Slot {
	readonly type: ClassType;
	readonly state: State;
}

interface Order {
	readonly number: number;
	readonly at: Date;
	readonly region: string;
	readonly isPilot: boolean;
	/** Whether the competitor has asked for the start number of the demo's pilot. */
	readonly isRival: boolean;
}

interface Supplies {
	readonly year: number;
	readonly reference: Reference;
	readonly numbers: Numbers;
	readonly random: Random;
}

/** Milliseconds. */
const minute = 60_000;
export const startNumberOfPilot = "7K";
const registrationOfPilot = "OK-4708";

/** Percent of the entries. */
const regionShares: readonly (readonly [name: string, share: number])[] = [
	["Morava", 38],
	["Čechy 1.", 24],
	["Čechy 2.", 26],
	["Německo", 7],
	["Rakousko", 5],
];

const notes = [
	"Přijedu až v pátek večer.",
	"Prosím o místo pro transportní vůz u hangáru.",
	"Bezlepková strava pro jednu osobu.",
	"Doprovod: dvě osoby a pes.",
];

function regionOf(random: Random): string {
	let left = random.integer(1, 100);
	for (const [name, share] of regionShares) {
		left -= share;
		if (left <= 0) return name;
	}
	return "Morava";
}

function userOf(
	year: number,
	{ name, surname, email, role = null }: Person & { readonly role?: Role | null },
	passwordHash: string,
	at: Date,
): User {
	return {
		id: stableId(year, "user", email),
		email,
		name,
		surname,
		passwordHash,
		passwordValid: true,
		role,
		language: "cs",
		createdAt: at,
		updatedAt: at,
		verifiedAt: at,
	};
}

function rowWith<Row, Key extends keyof Row>(rows: readonly Row[], key: Key, value: Row[Key]): Row {
	const row = rows.find((candidate) => candidate[key] === value);
	if (!row) throw new Error(`The demo misses the reference row "${String(value)}".`);
	return row;
}

/** Entries come in random order of class and state. */
function slotsOf(size: FieldSize, random: Random): { readonly type: ClassType; readonly state: State }[] {
	return random.shuffle(
		(["club", "18_meter"] as const).flatMap((type) =>
			(["accepted", "reserve", "waiting"] as const).flatMap((state) =>
				Array.from({ length: size[type][state] }, () => ({ type, state })),
			),
		),
	);
}

/**
 * The demo accounts, and an account for each entry. The first accepted entry of the club class is the pilot's;
 * one waiting entry asks for a start number that is taken.
 * @param passwordHash of all accounts
 */
export function entriesOf(
	edition: Edition,
	reference: Reference,
	{ size, passwordHash }: { readonly size: FieldSize; readonly passwordHash: string },
	random: Random,
): { readonly users: User[]; readonly registrations: Registration[] } {
	const { year, competition } = edition;
	const opening = Date.parse(competition.signupSince);
	const people = peopleOf(random);
	const numbers = numbersOf(random, [startNumberOfPilot, registrationOfPilot]);
	const withoutEntry = [{ ...admin, role: "organiser" as const }, novice, ...team];
	const staff = withoutEntry.map((person) => userOf(year, person, passwordHash, new Date(opening)));

	const slots = slotsOf(size, random);
	const pilotsSlot = slots.findIndex(({ type, state }) => type === "club" && state === "accepted");
	const rivalsSlot = slots.findIndex(({ state }) => state === "waiting");
	// Entries come from the opening of signup until a fortnight before the first day.
	const lastEntry = Date.parse(`${competition.from}T12:00:00Z`) - 14 * 24 * 60 * minute;
	const step = Math.floor((lastEntry - opening) / (slots.length + 1) / minute);

	const supplies = { year, reference, numbers, random };
	const entries = slots.map((slot, index) => {
		const isPilot = index === pilotsSlot;
		const region = isPilot ? "Morava" : regionOf(random);
		const person = isPilot ? pilot : people.next(region === "Německo" || region === "Rakousko");
		const at = new Date(opening + (index * step + random.integer(1, step)) * minute);
		const user = userOf(year, person, passwordHash, at);
		const order = { number: index + 1, at, region, isPilot, isRival: index === rivalsSlot };
		return { user, registration: registrationOf(user, slot, order, supplies) };
	});
	return {
		users: [...staff, ...entries.map(({ user }) => user)],
		registrations: entries.map(({ registration }) => registration),
	};
}

/** Draws random numbers in a fixed order: another one would make another demo. */
function registrationOf(
	user: User,
	{ type, state }: Slot,
	{ number, at, region, isPilot, isRival }: Order,
	{ year, reference, numbers, random }: Supplies,
): Registration {
	const gliders = reference.gliderTypes.filter((row) => row.competitionClassType === type);
	const glider = isPilot ? rowWith(gliders, "name", "LS 4") : random.pick(gliders);
	const accommodation = random.pick(reference.accommodationTypes);
	const accepted = state !== "waiting";
	const paid = accepted && (isPilot || random.chance(0.85));
	const startNumber = isRival ? startNumberOfPilot : numbers.startNumber();
	const born = new Date(
		Date.UTC(year - random.integer(19, 74), random.integer(0, 11), random.integer(1, 28)),
	);
	return {
		id: stableId(year, "registration", user.email),
		number,
		userId: user.id,
		birthDate: isPilot || random.chance(0.8) ? born.toISOString().slice(0, 10) : null,
		phone: phoneOf(region, random),
		aeroclub: aeroclubOf(region, random),
		regionId: rowWith(reference.regions, "name", region).id,
		gliderTypeId: glider.id,
		registrationNumber: isPilot ? registrationOfPilot : numbers.registrationNumber(region),
		startNumber: isPilot ? startNumberOfPilot : startNumber,
		hasEngine: type === "18_meter" && random.chance(0.45),
		competitionClassId: rowWith(reference.competitionClasses, "type", type).id,
		logger: loggerOf(random),
		accommodationTypeId: accommodation.id,
		quantity: accommodation.name === "Děkuji, nemám zájem" ? 0 : random.integer(1, 4),
		meals: random.integer(0, 4),
		note: random.chance(0.15) ? random.pick(notes) : null,
		accepted,
		paid,
		isReserve: state === "reserve",
		registrationCompleted: paid && random.chance(0.8),
		igcId: accepted && random.chance(0.7) ? random.integer(100, 9999) : null,
		version: 1,
		createdAt: at,
		updatedAt: at,
	};
}

/** The fee of each entry that is marked as paid came two days after the entry. */
export function paymentsOf(
	{ year, payment }: Edition,
	entries: readonly Registration[],
): (typeof payments.$inferInsert)[] {
	if (!payment) return [];
	const { amount, currency } = payment;
	return entries
		.filter(({ paid }) => paid)
		.map(({ id, createdAt }) => {
			const at = new Date(createdAt.getTime() + 2 * 24 * 60 * minute);
			return {
				id: stableId(year, "payment", id),
				...{ registrationId: id, amount, currency, counted: amount },
				...{ receivedOn: pragueDate(at), how: "transfer", enteredAt: at },
			};
		});
}
