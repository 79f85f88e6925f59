import { z } from "zod";
import { bcryptCostOf } from "~/lib/accounts/password/moved-password";
import { hasPolicy } from "~/lib/editions/admission";
import { pragueDate } from "~/lib/editions/prague-time";
import { greatestIgcId, greatestPosition, mostPersons } from "~/lib/entries/entry-schema";
import { emailField } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import { payments, registrations, users } from "~db/schema";
import {
	type Collection,
	createdAt,
	type LeftOut,
	leftOut,
	type MovedEntry,
	type Moving,
	updatedAt,
} from "./moving";
import type { Reading } from "./read-document";
import type { Held, Row, Target } from "./store-rows";

/** In the place of a hash that is not checked: the account begins with a new password. */
const noPassword = "moved-in";

const ofUsers: Target = {
	table: users,
	key: ["id"],
	// Somebody who has logged in since has a hash of ours, and all else that the account says now.
	isOurs: ({ password_hash: hash }) => hash !== noPassword && bcryptCostOf(String(hash)) === null,
	silent: ["passwordHash", "passwordValid", "updatedAt"],
};
/** Without `--organisers` a run says nothing about rights. */
const ofUsersAlone: Target = { ...ofUsers, kept: ["role"] };
const ofEntries: Target = {
	table: registrations,
	key: ["id"],
	kept: ["number", "version"],
	isOurs: ({ version }) => version !== 1,
};
const ofPayments: Target = { table: payments, key: ["id"], kept: ["receivedOn", "how", "enteredAt"] };

export const movedUsers: Collection = {
	name: "users",
	held: "SELECT id FROM users",
	isAudited: true,
	fields: ["name", "surname", "email", "password", "admin"],
	begin: async (moving) => {
		const { query, known, survey } = moving;
		const held = await query("SELECT id, email, erased_at FROM users");
		const holderOf = new Map(held.map((row) => [String(row.email), String(row.id)]));
		const erased = new Set(held.flatMap((row) => (row.erased_at === null ? [] : [String(row.id)])));
		return {
			convert: (reading) => {
				const typed = reading.line("email", limits.email);
				const address = emailField.safeParse(typed);
				if (!address.success) return leftOut("its address is none");
				const email = address.data;
				const name = reading.line("name", limits.name);
				const surname = reading.line("surname", limits.name);
				const account = { fullName: `${name} ${surname}`, isErased: erased.has(reading.id) };
				if (account.isErased) {
					known.users.set(reading.id, account);
					return leftOut("the account was erased here");
				}
				const holder = holderOf.get(email);
				if (holder !== undefined && holder !== reading.id) return leftOut("an account here has its address");
				if (survey.accountOf.get(email) !== reading.id)
					return leftOut("another account has its address, and an entry or came before");
				if (email !== typed) reading.note("its address is in lower case");
				known.users.set(reading.id, account);
				const values = { id: reading.id, email, name, surname, ...accessOf(moving, reading) };
				return {
					rows: [
						{
							target: moving.organisers ? ofUsers : ofUsersAlone,
							values: { ...values, createdAt: createdAt(reading), updatedAt: updatedAt(reading) },
						},
					],
				};
			},
		};
	},
};

/** Password and role of an account. */
function accessOf({ organisers }: Moving, reading: Reading) {
	const hash = reading.secret("password");
	const isKept = bcryptCostOf(hash) !== null;
	if (!isKept) reading.note("its password is no bcrypt hash of a cost up to 11: it begins with a new one");
	const isAdmin = reading.flag("admin");
	if (isAdmin && !organisers) reading.note("it is no organiser: --organisers was not said");
	return {
		passwordHash: isKept ? hash : noPassword,
		passwordValid: isKept,
		role: isAdmin && organisers ? ("organiser" as const) : null,
	};
}

export const movedEntries: Collection = {
	name: "registrations",
	held: "SELECT id FROM registrations",
	isAudited: true,
	fields: [
		...[
			"user",
			"paid",
			"birthDate",
			"phone",
			"aeroclub",
			"region",
			"competitionClass",
			"logger",
			"meals",
			"note",
		],
		...["glider.gliderType", "glider.registrationNumber", "glider.startNumber", "glider.hasEngine"],
		...["accomodation.accomodationType", "accomodation.quantity"],
		...["registrationCompleted", "igcId", "accepted", "isReserve", "isWildcard", "rankingPosition"],
	],
	begin: async (moving) => {
		const held = await moving.query("SELECT id, user_id, number FROM registrations");
		const holderOf = new Map(held.map((row) => [String(row.user_id), String(row.id)]));
		const numberOf = numbersBeside(moving, held);
		const none = await noAccommodation(moving);
		return {
			convert: (reading) => {
				const found = referencesOf(moving, reading, none);
				if ("leftOut" in found) return found;
				const holder = holderOf.get(found.userId);
				if (holder !== undefined && holder !== reading.id) return leftOut("its account has another entry");
				holderOf.set(found.userId, reading.id);
				const values = {
					id: reading.id,
					number: numberOf(reading.id),
					...found,
					...fieldsOf(reading),
					...flagsOf(moving, reading),
					version: 1,
					createdAt: createdAt(reading),
					updatedAt: updatedAt(reading),
				};
				noteEntry(moving, values);
				if (moving.known.entries.get(reading.id)?.isErased) return leftOut("its account was erased here");
				return { rows: [{ target: ofEntries, values }, paymentOf(values)] };
			},
		};
	},
};

/** Entries that are there keep their numbers, and the others come behind. */
function numbersBeside({ survey }: Moving, held: readonly Held[]): (id: string) => number {
	const numbers = new Map(held.map((row) => [String(row.id), Number(row.number)]));
	const moved = [...survey.numbers.keys()];
	const others = held
		.filter((row) => !survey.numbers.has(String(row.id)))
		.map(({ number }) => Number(number));
	const last = Math.max(0, ...others, ...moved.map((id) => numbers.get(id) ?? 0));
	let next = last;
	const given = new Map(
		moved
			.filter((id) => !numbers.has(id))
			.map((id) => {
				next += 1;
				return [id, next] as const;
			}),
	);
	return (id) => numbers.get(id) ?? given.get(id) ?? 0;
}

/** The kind of accommodation of those who want none; null where there is no such kind. */
async function noAccommodation({ edition, query, known }: Moving): Promise<string | null> {
	const none = edition.accommodation[0]?.key;
	const moved = [...known.accommodation].find(([, name]) => name === none);
	if (moved) return moved[0];
	const rows = await query("SELECT id, name FROM accommodation_types");
	const row = rows.find(({ name }) => name === none);
	return row ? String(row.id) : null;
}

type References = Readonly<
	Record<"userId" | "regionId" | "competitionClassId" | "gliderTypeId" | "accommodationTypeId", string>
>;

/** What an entry refers to. All of it must be there. */
function referencesOf({ known }: Moving, reading: Reading, none: string | null): References | LeftOut {
	const userId = reading.reference("user");
	const account = known.users.get(userId ?? "");
	if (userId === null || !account) return leftOut("its account leads nowhere, or is left out");
	const regionId = reading.reference("region");
	if (regionId === null || !known.regions.has(regionId)) return leftOut("its region leads nowhere");
	const competitionClassId = reading.reference("competitionClass");
	if (competitionClassId === null || !known.classes.has(competitionClassId))
		return leftOut("its class leads nowhere, or is left out");
	const gliderTypeId = reading.reference("glider.gliderType");
	if (gliderTypeId === null || !known.gliderTypes.has(gliderTypeId))
		return leftOut("its type of glider leads nowhere, or is left out");
	const chosen = reading.reference("accomodation.accomodationType");
	const accommodationTypeId = chosen !== null && known.accommodation.has(chosen) ? chosen : none;
	if (accommodationTypeId === null) return leftOut("its accommodation leads nowhere");
	if (accommodationTypeId !== chosen) {
		const why = "its accommodation leads nowhere: it wants none";
		reading.note(why, "accomodation.accomodationType", chosen);
	}
	return { userId, regionId, competitionClassId, gliderTypeId, accommodationTypeId };
}

function fieldsOf(reading: Reading) {
	const persons = (field: string) => reading.whole(field, 0, mostPersons) ?? 0;
	return {
		birthDate: birthDateOf(reading),
		phone: reading.line("phone", limits.phone),
		aeroclub: reading.line("aeroclub", limits.aeroclub),
		registrationNumber: reading.line("glider.registrationNumber", limits.registrationNumber),
		startNumber: reading.line("glider.startNumber", limits.startNumber),
		hasEngine: reading.flag("glider.hasEngine"),
		logger: reading.line("logger", limits.logger),
		quantity: persons("accomodation.quantity"),
		meals: persons("meals"),
		note: reading.text("note", limits.note),
		paid: reading.flag("paid"),
		registrationCompleted: reading.flag("registrationCompleted"),
		igcId: reading.whole("igcId", 0, greatestIgcId),
		isWildcard: reading.flag("isWildcard"),
		rankingPosition: reading.whole("rankingPosition", 1, greatestPosition),
	};
}

/** Takes `1980-02-29`, also with a time behind it, and `29. 2. 1980`. People have typed them. */
function birthDateOf(reading: Reading): string | null {
	const typed = reading.text("birthDate", limits.name);
	if (typed === null) return null;
	const [, day, month, year] = /^(\d{1,2})[./] ?(\d{1,2})[./] ?(\d{4})$/.exec(typed.trim()) ?? [];
	const date = day && month && year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : typed;
	const found = z.iso.date().safeParse(/^\d{4}-\d\d-\d\dT/.test(date) ? pragueDate(new Date(date)) : date);
	if (!found.success) {
		reading.note("birthDate is no date", "birthDate", typed);
		return null;
	}
	if (found.data !== typed) reading.note("its birth date is written as YYYY-MM-DD");
	return found.data;
}

/** Whether an entry is accepted: as it was said one by one, else by the policy of the edition. */
function flagsOf({ edition, survey }: Moving, reading: Reading) {
	if (reading.has("accepted") || !hasPolicy(edition))
		return { accepted: reading.flag("accepted"), isReserve: reading.flag("isReserve") };
	reading.note("whether it has a place is what the edition's policy says");
	return { accepted: true, isReserve: !survey.placed.has(reading.id) };
}

/** One row for a fee that is ticked as paid, and none for one that no longer is: nobody said how much it was. */
function paymentOf(entry: { readonly id: string; readonly paid: boolean; readonly updatedAt: Date }): Row {
	const values = {
		id: `taken-over-${entry.id}`,
		registrationId: entry.id,
		receivedOn: pragueDate(entry.updatedAt),
		how: "taken-over",
		enteredAt: entry.updatedAt,
	};
	return { target: ofPayments, values, isGone: !entry.paid };
}

function noteEntry(
	{ known }: Moving,
	entry: Pick<MovedEntry, "id" | "startNumber" | "registrationNumber" | "logger"> & {
		readonly userId: string;
		readonly competitionClassId: string;
	},
): void {
	const { id, userId, competitionClassId: classId, startNumber, registrationNumber, logger } = entry;
	const account = known.users.get(userId);
	known.entryOfUser.set(userId, id);
	known.entries.set(id, {
		...{ id, classId, startNumber, registrationNumber, logger },
		fullName: account?.fullName ?? "",
		isErased: account?.isErased ?? false,
	});
}
