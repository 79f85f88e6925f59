import { beforeEach, expect } from "vitest";
import { resultFiltersJson, resultRowJson, topResultsJson } from "~/lib/results/results-json";
import { createApp } from "~test/support/app";
import { createSheet, daysWithTask, resultOf, setTask } from "~test/support/result-sheets";
import { ids, test } from "~test/support/world";

const club = ids.club;
const kombi = ids.kombi;
let days: string[];

beforeEach(async () => {
	days = await daysWithTask(3);
});

const on = (day: number, competitionClassId = club) => ({ competitionClassId, dayId: days[day] ?? "" });

async function read(path: string) {
	const response = await createApp({ clock: "2025-07-14T18:00:00Z" }).api("GET", `/api/results/${path}`);
	return { status: response.status, body: await response.json() };
}

test("a row has the fields of the contract and no others", async () => {
	await createSheet(on(0), [
		resultOf("K1", { position: 1, points: 874.5, handicap: null, flightId: 10_541_334_700 }),
	]);
	const { status, body } = await read(`daily/${club}/${days[0]}`);
	expect(status).toBe(200);
	expect(body).toEqual([
		{
			position: 1,
			name: "Pilot K1",
			aeroclub: "Aeroklub Hůrka",
			glider: "LS 4",
			handicap: null,
			points: 874.5,
			flightId: 10_541_334_700,
		},
	]);
	expect(resultRowJson.array().parse(body)).toEqual(body);
});

test("a day's rows come by position, equal positions by name", async () => {
	await createSheet(on(0), [
		resultOf("C", { position: 3, name: "Adam" }),
		resultOf("A", { position: 1, name: "Šimon" }),
		resultOf("B", { position: 1, name: "Chrudoš" }),
	]);
	const { body } = await read(`daily/${club}/${days[0]}`);
	expect(body).toMatchObject([{ name: "Chrudoš" }, { name: "Šimon" }, { name: "Adam" }]);
});

test("a class and a day without results give an empty list, unknown ones 404", async () => {
	await createSheet(on(0), [resultOf("A")]);
	expect(await read(`daily/${kombi}/${days[0]}`)).toEqual({ status: 200, body: [] });
	expect(await read(`daily/${club}/${days[5]}`)).toEqual({ status: 200, body: [] });
	expect((await read(`daily/${club}/nothing`)).status).toBe(404);
	expect((await read(`daily/nothing/${days[0]}`)).status).toBe(404);
});

test("the filters name the scored days of every class by date", async () => {
	await createSheet(on(1), [resultOf("A")]);
	await createSheet(on(0), [resultOf("A")]);
	const { body } = await read("daily/filters");
	expect(body).toEqual({
		classes: [
			{
				_id: club,
				name: "Klub",
				type: "club",
				days: [
					{ _id: days[0], name: "Den 1", date: "2025-07-12" },
					{ _id: days[1], name: "Den 2", date: "2025-07-13" },
				],
			},
			{ _id: kombi, name: "Kombi", type: "18_meter", days: [] },
		],
	});
	expect(resultFiltersJson.parse(body)).toEqual(body);
});

test("the total is 400 while no day of the class has been scored, and 404 for an unknown class", async () => {
	await createSheet(on(0, kombi), [resultOf("A")]);
	expect(await read(`total/${club}`)).toEqual({ status: 400, body: { msg: "Class has no results yet" } });
	expect((await read("total/nothing")).status).toBe(404);
});

test("totals and places are those of the source after the last day", async () => {
	await createSheet(on(0), [
		resultOf("A", { points: 1000, totalPoints: 1000, totalPosition: 1 }),
		resultOf("B", { points: 900, totalPoints: 900, totalPosition: 2 }),
	]);
	await createSheet(on(1), [
		// A penalty that the source took off the total alone.
		resultOf("A", { points: 500, totalPoints: 1450, totalPosition: 2 }),
		resultOf("B", { points: 580, totalPoints: 1480, totalPosition: 1 }),
	]);
	const { status, body } = await read(`total/${club}`);
	expect(status).toBe(200);
	expect(body).toMatchObject([
		{ position: 1, name: "Pilot B", points: 1480, flightId: null },
		{ position: 2, name: "Pilot A", points: 1450, flightId: null },
	]);
});

test("without totals of the source points are summed and equal sums share a place", async () => {
	await createSheet(on(0), [
		resultOf("A", { points: 100.1 }),
		resultOf("B", { points: 200.2 }),
		resultOf("C", { points: 50 }),
	]);
	await createSheet(on(1), [
		resultOf("A", { points: 200.2 }),
		resultOf("B", { points: 100.1 }),
		resultOf("C", { points: 50 }),
		resultOf("D", { points: 10 }),
	]);
	const { body } = await read(`total/${club}`);
	expect(body).toMatchObject([
		{ position: 1, name: "Pilot A", points: 300.3 },
		{ position: 1, name: "Pilot B", points: 300.3 },
		{ position: 3, name: "Pilot C", points: 100 },
		{ position: 4, name: "Pilot D", points: 10 },
	]);
});

test("somebody who left before the last day keeps the points", async () => {
	await createSheet(on(0), [
		resultOf("A", { points: 900, totalPoints: 900, totalPosition: 2 }),
		resultOf("B", { points: 1000, totalPoints: 1000, totalPosition: 1 }),
	]);
	await createSheet(on(1), [resultOf("A", { points: 300, totalPoints: 1200, totalPosition: 1 })]);
	const { body } = await read(`total/${club}`);
	expect(body).toMatchObject([
		{ position: 1, name: "Pilot A", points: 1200 },
		{ position: 2, name: "Pilot B", points: 1000 },
	]);
});

test("a day imported by hand makes the source's totals void", async () => {
	await createSheet(on(0), [resultOf("A", { points: 700 })], { source: "csv" });
	await createSheet(on(1), [resultOf("A", { points: 300, totalPoints: 1300, totalPosition: 1 })]);
	expect((await read(`total/${club}`)).body).toMatchObject([{ points: 1000 }]);
});

test("only days with a task count, whatever the source's totals hold", async () => {
	await createSheet(on(0), [resultOf("A", { points: 700, totalPoints: 700, totalPosition: 1 })]);
	await createSheet(on(1), [resultOf("A", { points: 250, totalPoints: 950, totalPosition: 1 })]);
	await createSheet(on(2), [resultOf("A", { points: 300, totalPoints: 1250, totalPosition: 1 })]);
	await setTask(days[1] ?? "", "TASK_CANCELLED");
	expect((await read(`total/${club}`)).body).toMatchObject([{ points: 1000 }]);
	expect((await read(`daily/${club}/${days[1]}`)).body).toEqual([]);
	await setTask(days[2] ?? "", "TASK_CANCELLED");
	expect((await read(`total/${club}`)).body).toMatchObject([{ points: 700 }]);
	const { body } = await read("daily/filters");
	expect(resultFiltersJson.parse(body).classes[0]?.days.map(({ _id }) => _id)).toEqual([days[0]]);
});

test("the top are the first three of every class after its last scored day", async () => {
	await createSheet(on(0), [
		resultOf("A", { points: 400, position: 1 }),
		resultOf("B", { points: 300, position: 2 }),
		resultOf("C", { points: 200, position: 3 }),
		resultOf("D", { points: 200, position: 3 }),
	]);
	await createSheet(on(1), [
		resultOf("A", { points: 10 }),
		resultOf("B", { points: 300 }),
		resultOf("C", { points: 100 }),
		resultOf("D", { points: 100 }),
	]);
	const { status, body } = await read("top");
	expect(status).toBe(200);
	const { classes } = topResultsJson.parse(body);
	expect({ classes }).toEqual(body);
	expect(classes.map(({ name, type, results }) => [name, type, results.length])).toEqual([
		["Klub", "club", 3],
		["Kombi", "18_meter", 0],
	]);
	expect(classes[0]?.results).toMatchObject([
		{ position: 1, name: "Pilot B", points: 600 },
		{ position: 2, name: "Pilot A", points: 410 },
		{ position: 3, name: "Pilot C", points: 300 },
	]);
});
