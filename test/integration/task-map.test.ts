import { expect, test } from "vitest";
import { createAdmin } from "~test/support/factories";
import { elementsIn } from "~test/support/html";
import { multipart } from "~test/support/multipart";
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

test("the legend of a task names its spaces with their limits, and folds many; the sheet has them too", async () => {
	const version = (await (await put(statedTask())).json()) as { _id: string };
	await patch(version._id, { published: true });
	const [{ latitude, longitude } = { latitude: 0, longitude: 0 }] = statedTask().points;
	const at = `${degrees(latitude)} N ${degrees(longitude)} E`;
	const putInForce = async (count: number) => {
		const spaces = Array.from({ length: count }, (_, index) =>
			["AC R", `AN Les ${index + 1}`, "AL GND", "AH FL 95", `V X=${at}`, "DC 3"].join("\n"),
		);
		const form = multipart({ kind: "airspace", chart: new File([spaces.join("\n")], "prostory.txt") });
		await app.post("/admin/waypoints-and-airspace", form, { as: await createAdmin() });
	};
	const legend = async (path: string) =>
		elementsIn(await (await app.get(path, { language: "en" })).text(), ".map details");
	await putInForce(2);
	for (const path of ["/tasks/2025-07-14", `/tasks/${version._id}/sheet`]) {
		const [folded] = await legend(path);
		expect(folded?.querySelectorAll("li").map((item) => item.textContent)).toEqual([
			"Les 1: ground – FL 95",
			"Les 2: ground – FL 95",
		]);
		expect(folded?.hasAttribute("open")).toBe(true);
	}
	await putInForce(13);
	expect((await legend("/tasks/2025-07-14"))[0]?.hasAttribute("open")).toBe(false);
	// Elsewhere the kinds are enough.
	expect(await legend("/days/3")).toEqual([]);
});

function degrees(value: number): string {
	const seconds = Math.round(value * 3600);
	return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].join(":");
}
