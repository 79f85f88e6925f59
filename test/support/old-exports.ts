import { type OldData, pick } from "./old-data";
import type { Doc } from "./old-making";

/* The two files of the starting list that the API of the site before this one has (docs/formats.md section 1), as texts by column. */

type Cells = Readonly<Record<string, string>>;

const textsOf = (values: Record<string, unknown>): Cells =>
	Object.fromEntries(Object.entries(values).map(([column, value]) => [column, String(value ?? "")]));

/** Every entry, by its number. */
export function oldExport(data: OldData): readonly Cells[] {
	return data.inOrder(data.entries).map((entry) => {
		const type = data.typeOf(entry);
		const { quantity, accomodationType } = entry.accomodation as Record<string, unknown>;
		return textsOf({
			...pick(data.personOf(entry), "name", "surname"),
			...{ birthDate: data.birthDate(entry), phone: entry.phone },
			email: String(data.personOf(entry).email).toLowerCase(),
			...{ aeroclub: entry.aeroclub, region: data.get("regions", entry.region).name },
			...{ gliderType: type.name, gliderIndex: type.index },
			...pick(data.gliderOf(entry) as Doc, "registrationNumber", "startNumber"),
			competitionClass: data.get("competitionclasses", entry.competitionClass).name,
			accomodationType: data.get("accomodationtypes", accomodationType).name,
			...{ accomodationQuantity: quantity, meals: entry.meals, note: data.noteOf(entry) },
			...{ paid: entry.paid ? "zaplaceno" : "nezaplaceno", accepted: entry.accepted },
			...{
				isReserve: entry.isReserve ? "náhradník" : "",
				registrationCompleted: entry.registrationCompleted,
			},
			igcId: entry.igcId,
		});
	});
}

/** Who flies in a class, by the number. */
export function oldSeeYouExport(data: OldData, classId: unknown): readonly Cells[] {
	const competitors = data.entries.filter(
		({ competitionClass, accepted, isReserve }) =>
			String(competitionClass) === String(classId) && accepted && !isReserve,
	);
	return data.inOrder(competitors).map((entry) => {
		const { startNumber, registrationNumber, hasEngine } = data.gliderOf(entry);
		const { name, surname, email } = data.personOf(entry);
		return textsOf({
			...{ first_name: name, last_name: surname, birth_date: data.birthDate(entry) },
			...{ civl_id: 0, igc_id: entry.igcId ?? 0, email: String(email).toLowerCase(), phone: entry.phone },
			...{ club: entry.aeroclub, team: "", sponsors: "", aircraft_model: data.typeOf(entry).name },
			...{ contestant_number: startNumber, aircraft_registration: registrationNumber },
			...{ pure_glider: hasEngine ? "False" : "True", flight_recorders: entry.logger },
			...{ tag: "", not_competing: "False", status: "", live_track_id: "", id_contestant: -1 },
		});
	});
}
