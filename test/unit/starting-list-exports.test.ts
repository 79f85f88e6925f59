import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { handicapOf } from "~/lib/entries/gliders";
import { type ExportEntry, generalExport, seeYouExport } from "~/lib/entries/starting-list/exports.server";

function entry(overrides: Partial<ExportEntry> = {}): ExportEntry {
	return {
		name: "Jiří",
		surname: "Větroň",
		birthDate: "1980-02-29",
		phone: "+420 600 158 000",
		email: "jiri@example.com",
		aeroclub: "Aeroklub Lípa, z. s.",
		region: { name: "Morava", country: "CZ" },
		gliderType: { name: "LS 4", index: 105.2 },
		nation: null,
		licence: null,
		trailerPlate: null,
		secondPilot: null,
		secondPilotNation: null,
		secondPilotIgcId: null,
		isGuest: false,
		registrationNumber: "OK-1234",
		startNumber: "JV",
		hasEngine: false,
		competitionClass: { name: "Klub", type: "club", referenceIndex: 100 },
		logger: "LXNAV 9050",
		accommodationType: "Kemp",
		quantity: 2,
		meals: 3,
		note: 'Řekl: "ano"',
		paid: true,
		accepted: true,
		withdrawnFrom: null,
		nights: null,
		fee: 2500,
		isReserve: false,
		isWildcard: false,
		rankingPosition: null,
		registrationCompleted: false,
		igcId: 4711,
		variableSymbol: "20250042",
		...overrides,
	};
}

const general = (csv: string, delimiter = ",") =>
	parse(csv, { bom: true, delimiter, columns: true }) as Record<string, string>[];
const contractExport = (entries: readonly ExportEntry[]) => generalExport(entries, "contract");
const rawRows = (csv: string) => parse(csv, { bom: true }) as string[][];

test("the general export has exactly the columns of the format in their order", () => {
	expect(contractExport([]).split("\r\n")[0]).toBe(
		"\uFEFFname,surname,birthDate,phone,email,aeroclub,region,gliderType,gliderIndex,registrationNumber,startNumber,competitionClass,accomodationType,accomodationQuantity,meals,note,paid,accepted,isReserve,registrationCompleted,igcId",
	);
});

test("the general export writes the values of an entry", () => {
	expect(general(contractExport([entry()]))[0]).toEqual({
		name: "Jiří",
		surname: "Větroň",
		birthDate: "1980-02-29",
		phone: "+420 600 158 000",
		email: "jiri@example.com",
		aeroclub: "Aeroklub Lípa, z. s.",
		region: "Morava",
		gliderType: "LS 4",
		gliderIndex: "105.2",
		registrationNumber: "OK-1234",
		startNumber: "JV",
		competitionClass: "Klub",
		accomodationType: "Kemp",
		accomodationQuantity: "2",
		meals: "3",
		note: 'Řekl: "ano"',
		paid: "zaplaceno",
		accepted: "true",
		isReserve: "",
		registrationCompleted: "false",
		igcId: "4711",
	});
});

test("the general export has waiting entries and reserves, too", () => {
	const rows = general(
		contractExport([
			entry({ accepted: false, paid: false }),
			entry({ isReserve: true, igcId: null, birthDate: null }),
		]),
	);
	expect(rows[0]).toMatchObject({ paid: "nezaplaceno", accepted: "false", isReserve: "" });
	expect(rows[1]).toMatchObject({ isReserve: "náhradník", igcId: "", birthDate: "" });
});

test("the general export for Czech Excel has semicolons and decimal commas", () => {
	const [row] = general(generalExport([entry()], "czechExcel"), ";");
	expect(Object.keys(row ?? {}).slice(-10)).toEqual([
		...["variableSymbol", "withdrawnFrom", "nights", "fee", "nation", "licence", "trailerPlate"],
		...["secondPilot", "secondPilotNation", "secondPilotIgcId"],
	]);
	expect(row).toMatchObject({
		gliderIndex: "105,2",
		variableSymbol: "20250042",
		aeroclub: "Aeroklub Lípa, z. s.",
	});
});

test("formulas are disarmed in the general export, a valid phone number is not touched", () => {
	const attack = '=HYPERLINK("https://example.com")';
	const [row] = general(contractExport([entry({ note: attack, startNumber: "-1", phone: "+420600158000" })]));
	expect(row).toMatchObject({ note: `'${attack}`, startNumber: "'-1", phone: "+420600158000" });
	expect(general(contractExport([entry({ phone: "+1-2*cmd|x" })]))[0]?.phone).toBe("'+1-2*cmd|x");
});

test("the SeeYou file has a quoted header of exactly 22 columns in their order", () => {
	const header = seeYouExport([]).slice(1).trimEnd();
	expect(header).toBe(
		"first_name,last_name,birth_date,nationality,civl_id,igc_id,email,phone,club,team,sponsors,aircraft_model,contestant_number,aircraft_registration,handicap,pure_glider,flight_recorders,tag,not_competing,status,live_track_id,id_contestant"
			.split(",")
			.map((name) => `"${name}"`)
			.join(","),
	);
	expect(rawRows(seeYouExport([]))[0]).toHaveLength(22);
});

test("the SeeYou file quotes all strings and leaves numbers bare", () => {
	expect(seeYouExport([entry()]).split("\r\n")[1]).toBe(
		'"Jiří","Větroň","1980-02-29","CZ",0,"4711","jiri@example.com","+420 600 158 000","Aeroklub Lípa, z. s.","","","LS 4","JV","OK-1234",1.0520,"True","LXNAV 9050","","False","","",-1',
	);
});

test("the SeeYou file has only accepted entries that are not reserves, in the order given", () => {
	const csv = seeYouExport([
		entry({ name: "B" }),
		entry({ name: "waiting", accepted: false }),
		entry({ name: "reserve", isReserve: true }),
		entry({ name: "A" }),
	]);
	expect(
		rawRows(csv)
			.slice(1)
			.map(([name]) => name),
	).toEqual(["B", "A"]);
});

test("the SeeYou file never puts an apostrophe before anything", () => {
	expect(seeYouExport([entry({ surname: "=1+1", startNumber: "-1" })])).not.toContain("'");
});

test("the SeeYou file fills what is missing as the program expects", () => {
	const [, row = []] = rawRows(
		seeYouExport([
			entry({
				birthDate: null,
				igcId: null,
				hasEngine: true,
				startNumber: "123456789",
				region: { name: "Rakousko", country: "AT" },
			}),
		]),
	);
	expect(row[2]).toBe("");
	expect(row[3]).toBe("AT");
	expect(row[5]).toBe("0");
	expect(row[12]).toBe("12345678");
	expect(row[15]).toBe("False");
});

test("a region without a country is in the Czech Republic", () => {
	const [, row = []] = rawRows(seeYouExport([entry({ region: { name: "Čechy 1.", country: "" } })]));
	expect(row[3]).toBe("CZ");
});

test.each([
	[105.2, 100, 1.052],
	[110, 110, 1],
	[116, 110, 1.0545],
	[100.005, 100, 1.0001],
	[99, 110, 0.9],
	[0, 100, null],
	[100, 0, null],
	[100, Number.NaN, null],
	[null, 100, null],
])("the handicap of index %j with the reference index %j is %j", (index, referenceIndex, handicap) => {
	expect(handicapOf(index, referenceIndex)).toBe(handicap);
});

test("SeeYou gets the nation of the pilot before that of the region, and who does not compete", () => {
	const rows = rawRows(
		seeYouExport([
			entry({ nation: "SK", isGuest: true }),
			entry({ region: { name: "Rakousko", country: "AT" } }),
			entry({ nation: "CZ", region: { name: "Rakousko", country: "AT" } }),
		]),
	);
	const columns = ["nationality", "not_competing"].map((name) => rows[0]?.indexOf(name) ?? -1);
	expect(rows.slice(1).map((row) => columns.map((column) => row[column]))).toEqual([
		["SK", "True"],
		["AT", "False"],
		["CZ", "False"],
	]);
});

test("the general export has neither nation nor guest nor second pilot", () => {
	const plain = contractExport([entry()]);
	expect(contractExport([entry({ nation: "SK", isGuest: true })])).toBe(plain);
});
