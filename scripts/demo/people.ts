import type { Role } from "~db/enums";
import type { Random } from "./random";

/** Invented. */
export type Person = { readonly name: string; readonly surname: string; readonly email: string };

const men = (
	"Adam Aleš Antonín Daniel David Dominik Filip František Jakub Jan Jaroslav Jiří Josef Karel Ladislav Lukáš " +
	"Marek Martin Matěj Michal Milan Miroslav Ondřej Pavel Petr Radek Richard Robert Stanislav Šimon Štěpán Tomáš " +
	"Václav Vít Vladimír Vojtěch Zdeněk"
).split(" ");

const women = "Alžběta Barbora Eva Hana Jana Kateřina Lenka Lucie Markéta Petra Tereza Veronika Zuzana".split(
	" ",
);

/** Surnames of a man and of a woman. */
const surnames = (
	"Adámek/Adámková Bartoš/Bartošová Beneš/Benešová Bláha/Bláhová Blažek/Blažková Bureš/Burešová Čech/Čechová " +
	"Čermák/Čermáková Černý/Černá Červenka/Červenková Doležal/Doležalová Dušek/Dušková Dvořák/Dvořáková Fiala/Fialová " +
	"Havlík/Havlíková Hájek/Hájková Holub/Holubová Horák/Horáková Hruška/Hrušková Hrubý/Hrubá Janda/Jandová " +
	"Jelínek/Jelínková Kadlec/Kadlecová Kolář/Kolářová Konečný/Konečná Kopecký/Kopecká Kovář/Kovářová Krejčí/Krejčí " +
	"Kříž/Křížová Kubát/Kubátová Kučera/Kučerová Malý/Malá Mareš/Marešová Mašek/Mašková Matoušek/Matoušková " +
	"Moravec/Moravcová Musil/Musilová Navrátil/Navrátilová Němec/Němcová Novotný/Novotná Pavlík/Pavlíková " +
	"Pokorný/Pokorná Polák/Poláková Pospíšil/Pospíšilová Procházka/Procházková Růžička/Růžičková Říha/Říhová " +
	"Sedláček/Sedláčková Soukup/Soukupová Staněk/Staňková Stejskal/Stejskalová Svoboda/Svobodová Sýkora/Sýkorová " +
	"Ševčík/Ševčíková Šimek/Šimková Štěpánek/Štěpánková Tichý/Tichá Urban/Urbanová Valenta/Valentová Vaněk/Vaňková " +
	"Vávra/Vávrová Veselý/Veselá Vlček/Vlčková Zeman/Zemanová Žák/Žáková"
)
	.split(" ")
	.map((pair) => pair.split("/"));

const foreignNames =
	"Andreas Bernd Christoph Florian Heike Klaus Matthias Stefan Thomas Ulrike Wolfgang".split(" ");

const foreignSurnames =
	"Altmann Bachmaier Eder Grüber Hintermoser Kirchner Lindenthal Obermayr Reiter Steinwald Weidinger".split(
		" ",
	);

/** The people of the demo accounts; the README has their addresses. */
export const admin: Person = { name: "Alena", surname: "Zárubová", email: "admin@example.com" };
export const pilot: Person = { name: "Jakub", surname: "Hradecký", email: "pilot@example.com" };
export const novice: Person = { name: "Tereza", surname: "Nováčková", email: "novice@example.com" };

/** The others of the team: one of each role. */
export const team = [
	{ name: "Zdeněk", surname: "Počítal", email: "scorer@example.com", role: "scorer" },
	{ name: "Jana", surname: "Stráňská", email: "desk@example.com", role: "desk" },
	{ name: "Věra", surname: "Haléřová", email: "treasurer@example.com", role: "treasurer" },
	{ name: "Ondřej", surname: "Zprávka", email: "reporter@example.com", role: "reporter" },
] as const satisfies readonly (Person & { readonly role: Role })[];

/** What each of them is, for who starts the demo. A deployment refuses a database that has one of them. */
export const demoAccounts = [
	{ ...admin, is: "organiser" },
	...team.map((member) => ({ ...member, is: `of the team: ${member.role}` })),
	{ ...pilot, is: "competitor whose entry is accepted" },
	{ ...novice, is: "account without an entry" },
] as const;

/** Shows that tables hold the longest names. */
const longest: Person = {
	name: "Maxmilián Alexandr",
	surname: "Podhorský-Vyskočil",
	email: "maxmilian.podhorsky@example.com",
};

/** Lower case and plain letters only: `Jana Nováčková` becomes `jana.novackova`. */
function addressOf(name: string, surname: string): string {
	return `${name}.${surname}`
		.normalize("NFD")
		.replace(/\p{Diacritic}/gu, "")
		.toLowerCase();
}

export type People = { next(foreign: boolean): Person };

/** No two people share a name. */
export function peopleOf(random: Random): People {
	const taken = new Set([admin, pilot, novice, longest].map(({ email }) => email));
	let longestGiven = false;
	const invent = (foreign: boolean): Person => {
		if (foreign) return personOf(random.pick(foreignNames), random.pick(foreignSurnames));
		const [male = "", female = ""] = random.pick(surnames);
		return random.chance(0.14) ? personOf(random.pick(women), female) : personOf(random.pick(men), male);
	};
	return {
		next(foreign) {
			if (!foreign && !longestGiven) {
				longestGiven = true;
				return longest;
			}
			let person = invent(foreign);
			while (taken.has(person.email)) person = invent(foreign);
			taken.add(person.email);
			return person;
		},
	};
}

function personOf(name: string, surname: string): Person {
	return { name, surname, email: `${addressOf(name, surname)}@example.com` };
}
