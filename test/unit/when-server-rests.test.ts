import { expect, test } from "vitest";
import { repeatWhenServerRests } from "../../scripts/local/when-server-rests";

test.each([
	"D1_ERROR: database is locked: SQLITE_BUSY",
	"put: Unspecified error (0)",
	"D1_ERROR: Failed to parse body as JSON, got: Error: internal error; reference = jhf92fkdr62qm6mtn3q3f2rg",
])("what a command may do twice is done again when a server had the file: %s", async (message) => {
	let tries = 0;
	const read = await repeatWhenServerRests(async () => {
		tries += 1;
		if (tries === 1) throw new Error(message);
		return "rows";
	});
	expect([read, tries]).toEqual(["rows", 2]);
});

test("another error is not tried again", async () => {
	let tries = 0;
	const read = repeatWhenServerRests(async () => {
		tries += 1;
		throw new Error("no such table: users");
	});
	await expect(read).rejects.toThrow("no such table");
	expect(tries).toBe(1);
});
