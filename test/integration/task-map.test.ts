import { expect, test } from "vitest";
import { elementsIn } from "~test/support/html";
import { statedTask } from "~test/support/stated-task";
import { taskApi } from "~test/support/task-api";

const { app, put, patch } = taskApi("2025-07-14", "club");

/** Widths in heights of the font, of a bold letter: none is wider. */
const widest = { W: 1, i: 0.6 } as const;
const fontSizes = { "map-wide": 20, "map-narrow": 34 } as const;

test.each([
	["W", 14],
	["W", 30],
	["i", 24],
] as const)("a map cuts the name of no point, of letters %s, %i of them", async (letter, count) => {
	const name = letter.repeat(count);
	const points = statedTask().points.map((point) => ({ ...point, name }));
	const version = (await (await put(statedTask({ points }))).json()) as { _id: string };
	expect((await patch(version._id, { published: true })).status).toBe(200);
	const html = await (await app.get("/tasks/2025-07-14")).text();
	const [map] = elementsIn(html, "svg.map-view");
	const [, , width = 0] = (map?.getAttribute("viewBox") ?? "").split(" ").map(Number);
	const cut = Object.entries(fontSizes).flatMap(([layer, fontSize]) =>
		elementsIn(html, `svg.map-view .${layer} text`).flatMap((text) => {
			const long =
				text.textContent.length * (text.textContent.includes(name) ? widest[letter] : 0.6) * fontSize;
			const anchor = text.getAttribute("text-anchor");
			const left =
				Number(text.getAttribute("x")) - (anchor === "end" ? long : anchor === "middle" ? long / 2 : 0);
			return left < 0 || left + long > width ? `${layer} ${text.textContent}` : [];
		}),
	);
	expect(cut).toEqual([]);
});
