import { addDays } from "~/lib/editions/prague-time";
import { formatCompetitionDates, formatDay } from "~/lib/i18n/format-dates";
import { formatNumber } from "~/lib/i18n/format-number";
import type { news } from "~db/schema";
import type { Edition } from "~editions/schema";
import { stableId } from "../reference/stable-id";
import { demoTimeOf, flyingDateOf } from "./flying-day";
import { planOfToday } from "./tasks";

type News = typeof news.$inferInsert;
type Item = { readonly title: string; readonly body: string; readonly at: Date };

/** Oldest first, one paragraph a line, with no-break spaces as in Czech typography. */
function seasonOf(edition: Edition): Item[] {
	const { title, place, competition, payment } = edition;
	const { from, to, signupSince } = competition;
	const fee = payment ? ` Startovné činí ${formatNumber(payment.amount, "cs")}\u00a0Kč.` : "";
	const { times } = planOfToday;
	const clock = (time: string) => time.slice(0, 5).replace(":", ".");
	const dates = formatCompetitionDates(from, to, "cs").replaceAll(/(?<=\.) (?=\d)/g, "\u00a0");
	return [
		{
			title: "Přijímáme přihlášky",
			body: `Na ${title} se můžete hlásit od dnešního poledne. Nejprve si založte účet a\u00a0potom vyplňte přihlášku.${fee} Platbu prosím pošlete až po jejím přijetí.`,
			at: new Date(signupSince),
		},
		{
			title: "Propozice a\u00a0otočné body jsou ke stažení",
			body: "V\u00a0dokumentech najdete propozice, soubor otočných bodů a\u00a0vzdušný prostor. Zkontrolujte si prosím, že máte ve svém záznamníku právě tuto verzi.",
			at: new Date(`${addDays(from, -45)}T16:20:00Z`),
		},
		{
			title: "Ubytování a\u00a0stravování",
			body: "Kemp je přímo u\u00a0letiště, elektřina a\u00a0sprchy jsou v\u00a0ceně. V\u00a0ubytovně zbývá několik posledních lůžek.\nSnídaně a\u00a0večeře vaří letištní restaurace. Počet strávníků můžete v\u00a0přihlášce měnit až do začátku soutěže.",
			at: new Date(`${addDays(from, -20)}T07:45:00Z`),
		},
		{
			title: "Program prvního dne",
			body: `Vítejte na soutěži ${title}! Létáme ${dates}, ${place.cs}.\nPrezence je otevřená den předem od 15 do 20\u00a0hodin a\u00a0v\u00a0den zahájení od 7 do 8.30. Vezměte si s\u00a0sebou pilotní průkaz, osvědčení kontroly letové způsobilosti a\u00a0doklad o\u00a0pojištění.\nSlavnostní zahájení a\u00a0první briefing: ${formatDay(from, "cs")} v\u00a09.30 v\u00a0hangáru. Kluzáky prosím připravte na grid do 11\u00a0hodin.\nZáznamy letů nahrávejte každý den nejpozději hodinu po přistání. Kdo přistane do terénu, ozve se na telefon soutěžní kanceláře.`,
			at: new Date(`${addDays(from, -2)}T18:05:00Z`),
		},
		{
			title: "Dnešní úloha je zrušena",
			body: "Fronta přišla o\u00a0dvě hodiny dříve, než slibovala předpověď. Startovat dnes nebudeme, večer zveme všechny k\u00a0ohni.",
			at: new Date(`${addDays(from, 3)}T10:30:00Z`),
		},
		{
			title: "Dnes letíme, briefing v\u00a09.30",
			body: `Předpověď slibuje základny přes 1\u00a0900\u00a0m a\u00a0slabý vítr od severozápadu. Obě třídy poletí ${planOfToday.taskTimeS === null ? "rychlostní úlohu" : "úlohu s\u00a0prostory"}.\nGrid prosím postavte do ${clock(times.gridTime)}, první start čekáme v\u00a0${clock(times.firstLaunch)}. Sledovací zařízení zapněte ještě před vlekem.`,
			at: new Date(`${flyingDateOf(edition)}T06:40:00Z`),
		},
		{
			title: "Děkujeme a\u00a0na shledanou",
			body: "Soutěž je u\u00a0konce a\u00a0všichni jsou v\u00a0pořádku doma. Děkujeme pilotům i\u00a0doprovodu, navijákařům, vlečným pilotům i\u00a0kuchyni.\nVyhlášení vítězů začíná v\u00a018\u00a0hodin před hangárem. Konečné výsledky najdete na stránce Výsledky.",
			at: new Date(`${to}T15:10:00Z`),
		},
	];
}

/**
 * News of the organiser.
 * @param flying all items until the flying day, or only the first and the last
 */
export function newsOf(edition: Edition, authorId: string, flying: boolean): News[] {
	const now = demoTimeOf(edition);
	const items = seasonOf(edition).filter(({ at }, index, all) =>
		flying ? at <= now : index === 0 || index === all.length - 1,
	);
	return items.map(({ title, body, at }) => ({
		id: stableId(edition.year, "news", title),
		title,
		body,
		authorId,
		createdAt: at,
		updatedAt: at,
	}));
}
