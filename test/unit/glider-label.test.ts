import { expect, test } from "vitest";
import { gliderLabel, gliderName } from "~/lib/entries/gliders";

test("a wingspan keeps its unit on its line, and nothing else is joined", () => {
	expect(gliderName("LAK-17 B FES 18 m")).toBe("LAK-17 B FES 18\u00a0m");
	expect(gliderName("HPH 304 CZ 17,4 m")).toBe("HPH 304 CZ 17,4\u00a0m");
	expect(gliderName("ASW 20 mini")).toBe("ASW 20 mini");
	expect(gliderLabel("Ventus 3 18 m", 118.5, "cs")).toBe("Ventus 3 18\u00a0m (118,5)");
});
