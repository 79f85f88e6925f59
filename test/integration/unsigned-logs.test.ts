import { describe, expect, test } from "vitest";
import { createApp } from "~test/support/app";
import { sourceOf } from "~test/support/html";
import { uploadBody } from "~test/support/igc";
import { setTask } from "~test/support/result-sheets";
import { unsettledLogs } from "~test/support/unsettled-logs";
import { unsigned } from "~test/support/wrong-logs";

/* The site reads no signature: it says that one is missing where the recorder has written others. */

const { scored, world, flight, send, row, score, flights } = unsettledLogs();
const said = "the log is not signed, but others of this recorder are";
const how = "Signatures are not checked here.";
const kindsOf = async (entry = world.zizkova) => (await score(entry))?.findings.map(({ kind }) => kind) ?? [];

/** A log of the day before. */
async function sendBefore(entry: typeof world.zizkova, log: Uint8Array) {
	const day = scored.days.find(({ date }) => date === "2025-07-14");
	await setTask(day?.id ?? "");
	const dayBefore = createApp({ clock: "2025-07-14T18:00:00Z" });
	const response = await dayBefore.post("/igc", uploadBody(entry.id, day?.id ?? "", log), {
		as: { id: entry.userId },
	});
	expect(response.status).toBe(303);
}

describe("a log without a signature", () => {
	test("is a finding when another competitor's log of the recorder is signed", async () => {
		await send(world.mala, flight(20, { recorder: "ALXVK7K" }));
		await send(world.zizkova, unsigned(flight(0, { recorder: "ALXVK7K" })));
		expect(await kindsOf()).toContain("unsigned");
		expect(await kindsOf(world.mala)).not.toContain("unsigned");
		expect((await row(world.zizkova))?.textContent).toContain(said);
	});

	test("is one when a log of an earlier day is, and costs no points", async () => {
		await sendBefore(world.zizkova, flight(0, { recorder: "ALXVK7K", date: "2025-07-14" }));
		await send(world.zizkova, unsigned(flight(0, { recorder: "ALXVK7K" })));
		expect(await kindsOf()).toEqual(["unsigned"]);
		expect((await score(world.zizkova))?.points).toBeGreaterThan(0);
	});

	test.each([
		["no other log of the recorder", "ALXVK7K", []],
		["an unsigned one only", "ALXVK7K", ["ALXVK7K"]],
		["a signed one of another maker", "ALXVK7K", ["AFLAK7K signed"]],
		["a signed one of a program that writes one serial for everybody", "AXCSAAA", ["AXCSAAA signed"]],
		["a signed one without a serial", "AXCS", ["AXCS signed"]],
	])("is none beside %s", async (_, recorder, others) => {
		for (const other of others) {
			const [name = "", isSigned] = other.split(" ");
			const log = flight(20, { recorder: name });
			await send(world.mala, isSigned ? log : unsigned(log));
		}
		await send(world.zizkova, unsigned(flight(0, { recorder })));
		expect(await kindsOf()).not.toContain("unsigned");
	});
});

test("the desk and the page of the flight say how a scorer checks signatures", async () => {
	const desk = `/admin/scoring/${scored.day.date}/club`;
	const pageOf = async (path: string, as?: { readonly id: string }) =>
		sourceOf(await scored.app.get(path, { as, language: "en" }));
	await send(world.mala, flight(20, { recorder: "ALXVK7K" }));
	expect(await pageOf(desk, world.admin)).not.toContain(how);
	await send(world.zizkova, unsigned(flight(0, { recorder: "ALXVK7K" })));
	expect(await pageOf(desk, world.admin)).toContain(how);
	const page = `/igc/${(await flights(world.zizkova))[0]?.flight.id}`;
	expect(await pageOf(page, world.admin)).toContain(how);
	expect(await pageOf(page)).not.toContain(how);
});

test("a log that is signed is no finding, and the receipt of one that is not says it", async () => {
	await send(world.mala, unsigned(flight(20, { recorder: "ALXVK7K" })));
	const receipt = await send(world.zizkova, flight(0, { recorder: "ALXVK7K" }));
	expect(await kindsOf()).not.toContain("unsigned");
	const html = await sourceOf(await scored.app.get(receipt, { language: "en" }));
	expect(html).not.toContain("The log is not signed");
});
