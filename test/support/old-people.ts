import bcrypt from "bcryptjs";
import { clubGliders, eighteenMetreGliders } from "../../scripts/reference/gliders";
import { type Doc, type Making, plain } from "./old-making";

/* Lists, accounts and entries of the site before this one. */

export const oldPassword = "heslo z roku dvacet";
/** Cheap: the lowest cost that bcrypt has. */
const hash = bcrypt.hashSync(oldPassword, 4);

export function makeLists({ edition, made, oddly, losing }: Making) {
	const regions = [...edition.regions.map(({ key }) => made({ name: key })), made({ name: "Slovensko" })];
	const [club, other] = edition.classes.map(({ type }) =>
		made({
			name: type === "club" ? "Klub" : "Kombi",
			type,
			soaringSpotId: type === "club" ? 4711 : undefined,
		}),
	) as [Doc, Doc];
	const unknownClass = losing("class of no known type", made({ name: "Dvoumístné", type: "two_seater" }));
	const gliderOf = ([name, index]: readonly [string, number], place: number) => {
		const reference = edition.classes[place]?.referenceIndex ?? 100;
		return made({ name, index, handicap: Math.round((index / reference) * 10_000) / 10_000 });
	};
	const gliders = {
		club: clubGliders.slice(0, 12).map((one) => gliderOf(one, 0)),
		other: eighteenMetreGliders.slice(0, 12).map((one) => gliderOf(one, 1)),
		rare: oddly(
			"new glider type",
			made({ name: "Zefír 4", index: 82.2, handicap: 0.822, competitionClassType: "club" }),
		),
		lost: losing("glider type of no class", made({ name: "Nikdo neletí", index: 99 })),
	};
	oddly("another handicap", gliders.club[2] as Doc).handicap = 1.2345;
	const accommodation = edition.accommodation.map(({ key }) => made({ name: key }));
	return { regions, club, other, unknownClass, gliders, accommodation };
}

export type Lists = ReturnType<typeof makeLists>;

export function makePeople({ people, made, oddly, losing }: Making) {
	const account = (name: string, surname: string, email: string, admin = false) =>
		made({ name, surname, email, password: hash, admin });
	const users = Array.from({ length: people }, (_, index) =>
		account(
			["Jana", "Petr", "Šárka", "Ondřej", "Zuzana"][index % 5] ?? "",
			`Plachtařová ${index + 1}`,
			index % 7 === 3 ? `Pilot.${index}@Example.com` : `pilot.${index}@example.com`,
		),
	);
	const admin = oddly("administrator", account("Alena", "Správcová", "alena@example.com", true));
	const [, second, , , fifth] = users as [Doc, Doc, Doc, Doc, Doc];
	// One name in one class twice.
	[fifth.name, fifth.surname] = [users[7]?.name, users[7]?.surname];
	second.password = bcrypt.hashSync(oldPassword, 4).replace("$2b$04", "$2b$12");
	const strangers = [
		losing("second account of an address", account("Jana", "Druhá", "PILOT.0@example.com")),
		losing("account without an address", account("Nikdo", "Nikde", "nikdo")),
		account("Divák", "Bez Přihlášky", "divak@example.com"),
	];
	return { users, admin, strangers };
}

export type People = ReturnType<typeof makePeople>;

export function makeEntries(making: Making, lists: Lists, { users }: People): Doc[] {
	const { made, oddly } = making;
	const { regions, club, other, gliders, accommodation } = lists;
	const entries = users.map((user, index) => {
		const isClub = index % 2 === 0;
		const ofClass = isClub ? gliders.club : gliders.other;
		return made({
			user: user._id,
			paid: index % 5 !== 0,
			birthDate: index % 4 === 0 ? undefined : `19${50 + (index % 49)}-0${1 + (index % 9)}-1${index % 9}`,
			phone: `+420 600 ${100 + index} ${200 + index}`,
			aeroclub: `Aeroklub ${index % 9}`,
			region: regions[index % regions.length]?._id,
			glider: {
				gliderType: ofClass[index % ofClass.length]?._id,
				registrationNumber: `OK-${1000 + index}`,
				startNumber: `${isClub ? "K" : "Q"}${index}`,
				hasEngine: index % 6 === 0,
			},
			competitionClass: (isClub ? club : other)._id,
			logger: `LXNAV ${index}`,
			accomodation: { accomodationType: accommodation[index % 3]?._id, quantity: index % 3 },
			meals: index % 4,
			note: index % 10 === 0 ? "Přijedu v pátek.\nMáme psa; 'hodného'?" : undefined,
			registrationCompleted: index % 3 === 0,
			igcId: index % 2 === 0 ? 1000 + index : undefined,
			accepted: index % 8 !== 5,
			isReserve: index % 9 === 4,
		});
	});
	const entry = (index: number) => entries[index] as Doc & { glider: Record<string, unknown> };
	entry(0).glider.gliderType = gliders.rare._id;
	entry(4).competitionClass = club._id;
	entry(4).accepted = true;
	oddly("Czech birth date", entry(1)).birthDate = "5. 3. 1971";
	oddly("bad birth date", entry(2)).birthDate = "kolem Vánoc";
	oddly("long note", entry(3)).note = "x".repeat(2_001);
	oddly("unknown field", entry(6)).tshirt = "XL";
	return entries;
}

/** Entries that lead somewhere where nothing is. */
export function makeLostEntries(
	{ made, losing, newId }: Making,
	{ unknownClass }: Lists,
	{ strangers, admin }: People,
	entries: readonly Doc[],
): Doc[] {
	const like = (index: number) => plain(entries[index] as Doc);
	return [
		losing("entry of a lost region", made({ ...like(8), user: strangers[2]?._id, region: newId() })),
		losing("entry of a lost account", made({ ...like(9), user: newId() })),
		losing(
			"entry of an unknown class",
			made({ ...like(10), user: admin._id, competitionClass: unknownClass._id }),
		),
	];
}
