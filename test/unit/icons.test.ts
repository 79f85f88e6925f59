import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { iconNames } from "~/components/icon";

vi.mock("~/components/icons.svg?url", () => ({ default: "/icons.svg" }));

test("the sprite holds the drawings that the code names, and no others", () => {
	const sprite = readFileSync(new URL("../../app/components/icons.svg", import.meta.url), "utf8");
	const ids = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);
	expect(ids).toEqual([...iconNames, "flag-cz", "flag-gb"]);
});
