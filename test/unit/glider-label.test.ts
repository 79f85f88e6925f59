import { expect, test } from "vitest";
import { gliderLabel, gliderName } from "~/lib/entries/gliders";

test("a wingspan keeps its unit on its line, and nothing else is joined", () => {
	expect(gliderName("LAK-17 B FES 18 m")).toBe("LAK-17 B FES 18\u00a0m");
	expect(gliderName("HPH 304 CZ 17,4 m")).toBe("HPH 304 CZ 17,4\u00a0m");
	expect(gliderName("ASW 20 mini")).toBe("ASW 20 mini");
	expect(gliderLabel("LS 4", 1.05, "en")).toBe("LS 4 (1.050)");
	expect(gliderLabel("LS 4", null, "en")).toBe("LS 4");
	expect(gliderLabel("Ventus 3 18 m", 1.0773, "cs")).toBe("Ventus 3 18\u00a0m (1,0773)");
});
