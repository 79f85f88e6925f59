import type { Edition } from "../editions/schema";
import { referenceRows } from "../scripts/reference/reference-rows";
import type { Database, Statement } from "./database";

const statementsInBatch = 500;

/** Inserts rows whose keys are the names of columns. */
async function insert(
	database: Database,
	table: string,
	rows: readonly Record<string, unknown>[],
): Promise<void> {
	for (let at = 0; at < rows.length; at += statementsInBatch) {
		const statements = rows.slice(at, at + statementsInBatch).map((row): Statement => {
			const names = Object.keys(row);
			const columns = names.map((name) => `\`${name}\``).join(", ");
			const places = names.map(() => "?").join(", ");
			return [`INSERT INTO ${table} (${columns}) VALUES (${places})`, Object.values(row)];
		});
		await database.run(statements);
	}
}

/** Names as in the database, flags as numbers, instants as milliseconds. */
function columns(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(row).map(([key, value]) => [
			key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
			typeof value === "boolean" ? Number(value) : value instanceof Date ? value.getTime() : value,
		]),
	);
}

/** Fills an empty edition with reference data and `count` accepted entries of invented people. */
export async function fillEntries(database: Database, edition: Edition, count: number): Promise<void> {
	const reference = referenceRows(edition);
	await insert(database, "regions", reference.regions.map(columns));
	await insert(database, "competition_classes", reference.competitionClasses.map(columns));
	await insert(database, "glider_types", reference.gliderTypes.map(columns));
	await insert(database, "accommodation_types", reference.accommodationTypes.map(columns));
	await insert(database, "competition_days", reference.competitionDays.map(columns));

	const created = Date.parse(edition.competition.signupSince);
	const numbers = Array.from({ length: count }, (_, i) => i + 1);
	await insert(
		database,
		"users",
		numbers.map((n) => ({
			id: `user-${n}`,
			email: `pilot.${n}@example.com`,
			name: "Jaroslav",
			surname: `Zkušební ${n}`,
			password_hash: "none",
			created_at: created,
			updated_at: created,
		})),
	);
	await insert(
		database,
		"registrations",
		numbers.map((n) => {
			const competitionClass = reference.competitionClasses[n % 2];
			const gliders = reference.gliderTypes.filter(
				(type) => type.competitionClassType === competitionClass?.type,
			);
			return {
				id: `registration-${n}`,
				number: n,
				user_id: `user-${n}`,
				birth_date: "1980-05-17",
				phone: "+420 601 234 567",
				aeroclub: `Aeroklub Hůrka ${n % 30}`,
				region_id: reference.regions[n % reference.regions.length]?.id,
				glider_type_id: gliders[n % gliders.length]?.id,
				registration_number: `OK-${1000 + n}`,
				start_number: String(n),
				has_engine: n % 3 === 0 ? 1 : 0,
				competition_class_id: competitionClass?.id,
				logger: "LX 9000",
				accommodation_type_id: reference.accommodationTypes[n % 3]?.id,
				quantity: n % 4,
				meals: n % 3,
				accepted: 1,
				is_reserve: n % 12 === 0 ? 1 : 0,
				created_at: created + n,
				updated_at: created + n,
			};
		}),
	);
}
